import { describe, expect, test } from 'vitest';
import { createMonitor, type CallToJudge } from '../../src/policy/monitor.ts';
import { policy } from '../../src/policy/policy.ts';
import { readTraceSteps } from '../../src/policy/trace-steps.ts';
import type { Verdict } from '../../src/policy/verdict.ts';
import { buildTrace } from '../../src/trace/build-trace.ts';
import type { TraceEvent } from '../../src/trace/events.ts';
import { naiveJudge, type NaiveCall } from './naive-evaluator.ts';
import { createDice, randomEvents, randomPolicies } from './random-cases.ts';

const state = { input: undefined, agentOutputs: {}, toolCalls: [], values: {} };

const stepsOf = new Map<TraceEvent[], ReturnType<typeof readTraceSteps>>();

function readSteps(events: TraceEvent[]): ReturnType<typeof readTraceSteps> {
  const steps = stepsOf.get(events) ?? readTraceSteps(buildTrace('main', events));
  stepsOf.set(events, steps);
  return steps;
}

/** What the compiled monitor says of every call of a trace. */
function monitorAnswers(
  policies: ReturnType<typeof policy>[],
  events: TraceEvent[],
): Record<string, string[]> {
  const monitor = createMonitor(policies, { redacted: true });
  const answers: Record<string, string[]> = {};
  for (const step of readSteps(events)) {
    if (step.kind === 'agent' || step.kind === 'resume') continue;
    const { callId, toolName, agentName, stepIndex = 0, input, status, output } = step.call;
    if (step.kind === 'settle') {
      monitor.settle(callId, status, output);
      continue;
    }
    const judged: CallToJudge = { callId, toolName, agentName, stepIndex, input, state, atMs: step.atMs };
    const { outcomes } = monitor.judge(judged) as Verdict;
    answers[callId] = outcomes.map((outcome) => {
      const kind = outcome.kind === 'inconclusive' ? 'unknown' : outcome.kind;
      return `${outcome.rule.policy.name}/${outcome.rule.ruleIndex}:${kind}`;
    });
    if (step.admitted) monitor.admit(judged);
  }
  return answers;
}

/** What the naive evaluator says; it walks the events by itself and remembers every call in full. */
function naiveAnswers(policies: ReturnType<typeof policy>[], events: TraceEvent[]): Record<string, string[]> {
  const answers: Record<string, string[]> = {};
  const asked = new Map<string, any>();
  const admitted: NaiveCall[] = [];
  const done = new Set<string>();
  let latest = -Infinity;
  const judge = (event: any): void => {
    if (done.has(event.callId)) return;
    done.add(event.callId);
    const request = asked.get(event.callId);
    if (event.atMs !== undefined) latest = Math.max(latest, event.atMs);
    const call: NaiveCall = {
      callId: event.callId,
      toolName: event.toolName,
      agentName: request.agentName,
      stepIndex: request.stepIndex,
      input: request.input,
      status: 'running',
      atMs: event.atMs === undefined ? undefined : latest,
    };
    answers[call.callId] = naiveJudge(policies, call, admitted);
    if (event.type === 'tool.allowed') admitted.push(call);
  };
  for (const event of events) if (event.type === 'tool.requested') asked.set(event.callId, event);
  for (const event of events as any[]) {
    if (event.type === 'tool.allowed' || (event.type === 'tool.blocked' && event.reason === 'policy')) {
      const { batch } = asked.get(event.callId);
      const mates = batch === undefined ? [event] : events.filter((other: any) => isMate(other, batch.id));
      for (const mate of mates) judge(mate);
    }
    const call = admitted.find((other) => other.callId === event.callId);
    if (call === undefined) continue;
    if (event.type === 'tool.succeeded') Object.assign(call, { status: 'succeeded', output: event.output });
    if (event.type === 'tool.failed') call.status = 'failed';
    if (event.type === 'tool.rejected') call.status = 'rejected';
  }
  return answers;

  function isMate(other: any, batchId: string): boolean {
    const about = events.find(
      (event: any) => event.type === 'tool.requested' && event.callId === other.callId,
    ) as any;
    if (about?.batch?.id !== batchId) return false;
    return other.type === 'tool.allowed' || (other.type === 'tool.blocked' && other.reason === 'policy');
  }
}

describe('the compiled monitor', () => {
  test(
    'agrees with a naive evaluator on 100,000 pairs of random policies and traces',
    { timeout: 120_000 },
    () => {
      const traces = Array.from({ length: 200 }, (_, index) => randomEvents(createDice(index + 1)));
      const kinds: Record<string, number> = {};
      let pairs = 0;
      let disagreement: unknown;
      for (let seed = 1; seed <= 500 && disagreement === undefined; seed += 1) {
        const policies = randomPolicies(createDice(1_000 + seed)).map(policy);
        for (const events of traces) {
          pairs += 1;
          const naive = naiveAnswers(policies, events);
          const compiled = monitorAnswers(policies, events);
          if (JSON.stringify(compiled) !== JSON.stringify(naive))
            disagreement = { policies, events, naive, compiled };
          for (const answer of Object.values(compiled).flat()) {
            const kind = answer.slice(answer.indexOf(':') + 1);
            kinds[kind] = (kinds[kind] ?? 0) + 1;
          }
        }
      }
      expect(disagreement).toBeUndefined();
      expect(pairs).toBe(100_000);
      // The pairs are worth something only while every kind of answer is common among them.
      expect(Object.keys(kinds).sort()).toEqual(['fault', 'matched', 'unknown']);
      expect(Math.min(...Object.values(kinds))).toBeGreaterThan(2_000);
    },
  );
});
