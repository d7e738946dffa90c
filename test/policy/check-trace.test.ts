import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createBroker } from '../../src/broker/broker.ts';
import { virtualClock } from '../../src/core/clock.ts';
import { checkTrace } from '../../src/policy/check-trace.ts';
import { policy } from '../../src/policy/policy.ts';
import type { Rule } from '../../src/policy/rule.ts';
import { tool } from '../../src/tool/define-tool.ts';
import { buildTrace } from '../../src/trace/build-trace.ts';
import type { TraceEvent } from '../../src/trace/events.ts';
import { createDice, randomPolicies } from './random-cases.ts';

/** The trace of calls that nothing guarded. */
async function record(
  calls: [string, Record<string, unknown>][],
  policies: Parameters<typeof policy>[0][] = [],
) {
  const events: TraceEvent[] = [];
  const names = ['refund', 'read_secret', 'send_mail'];
  const broker = createBroker({
    clock: virtualClock(),
    policies: policies.map(policy),
    tools: names.map((name) =>
      tool({
        name,
        description: name,
        inputSchema: z.looseObject({}),
        outputSchema: z.looseObject({}),
        execute: ({ fail }) => {
          if (fail === true) throw new Error('down');
          return { ok: true };
        },
      }),
    ),
    onEvent: (event) => events.push(structuredClone(event)),
  });
  for (const [toolName, input] of calls) await broker.call({ toolName, input, agentName: 'a' });
  return buildTrace('main', events);
}

const judge = (trace: Awaited<ReturnType<typeof record>>, ...rules: Rule[]) =>
  checkTrace(trace, [policy({ name: 'p', rules })]);

describe('checkTrace', () => {
  test('names the rule and the smallest set of calls that shows a violation', async () => {
    const trace = await record([
      ['refund', { amount: 10 }],
      ['refund', { amount: 70 }],
      ['refund', { amount: 5, fail: true }],
      ['send_mail', {}],
      ['refund', { amount: 60 }],
    ]);
    const rule: Rule = { type: 'block', when: { sumOf: 'input.amount', exceeds: 100 }, reason: 'budget' };
    const [finding, ...more] = judge(trace, rule);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      ruleId: 'policy/violation',
      severity: 'error',
      message: 'Tool "refund" was executed although policy "p" (rule 1: budget) blocks the call.',
      callId: 'broker/refund#4',
      evidence: { policyName: 'p', ruleIndex: 0, callIds: ['broker/refund#2', 'broker/refund#4'] },
    });
  });

  test.each<[string, Rule['when'], string[]]>([
    ['after', { after: 'read_secret' }, ['broker/read_secret#1', 'broker/send_mail#1']],
    ['withoutPrior', { withoutPrior: 'refund' }, ['broker/send_mail#1']],
    [
      'code',
      ({ history, toolName }) =>
        toolName === 'send_mail' && history.some((call) => call.toolName === 'read_secret'),
      ['broker/read_secret#1', 'broker/send_mail#1'],
    ],
    [
      'all',
      { all: [{ after: 'read_secret' }, { moreThan: 1, calls: '*' }] },
      ['broker/read_secret#1', 'broker/send_mail#1'],
    ],
  ])(
    'a condition of the form %s has a witness of which nothing can be left out',
    async (_form, when, expected) => {
      const trace = await record([
        ['read_secret', {}],
        ['send_mail', {}],
      ]);
      const findings = checkTrace(trace, [
        policy({
          name: 'p',
          appliesTo: { toolNames: ['send_*'] },
          rules: [{ type: 'block', reason: 'no', ...(when && { when }) }],
        }),
      ]);
      expect(findings.map((finding) => finding.evidence.callIds)).toEqual([expected]);
    },
  );

  test('an executed call that nobody approved is a bypassed approval; one that was rejected is fine', async () => {
    const gate: Rule = { type: 'requireApproval', when: { field: 'toolName', op: 'eq', value: 'refund' } };
    const unguarded = await record([['refund', { amount: 1 }]]);
    expect(judge(unguarded, gate).map((finding) => finding.ruleId)).toEqual(['policy/approval-bypassed']);
    const guarded = await record([['refund', { amount: 1 }]], [{ name: 'p', rules: [gate] }]);
    expect(judge(guarded, gate)).toEqual([]);
  });

  test('what the trace does not tell is inconclusive, never fine', async () => {
    const trace = await record([['refund', { amount: '[REDACTED:amount#1]' }]]);
    const rules: Rule[] = [
      { type: 'block', reason: 'rate', when: { moreThan: 5, calls: 'refund', withinMs: 1_000 } },
      { type: 'block', reason: 'big', when: { field: 'input.amount', op: 'gt', value: 5 } },
      { type: 'block', reason: 'sum', when: { sumOf: 'input.amount', exceeds: 5 } },
      { type: 'block', reason: 'code', when: ({ input }) => (input as { amount: number }).amount > 5 },
      { type: 'block', reason: 'later', when: async () => await Promise.resolve(false) },
      { type: 'block', reason: 'values', when: ({ state }) => state.values.vip !== true },
      { type: 'block', reason: 'fine', when: { field: 'toolName', op: 'eq', value: 'other' } },
    ];
    expect(judge(trace, ...rules).map(({ ruleId, evidence }) => [ruleId, evidence.ruleIndex])).toEqual(
      [0, 1, 2, 3, 4, 5].map((index) => ['policy/inconclusive', index]),
    );
  });

  test('agrees with what the broker decided online, for random policies', async () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const dice = createDice(seed);
      const options = randomPolicies(dice);
      const calls = Array.from({ length: 6 }, (): [string, Record<string, unknown>] => [
        dice.pick(['refund', 'read_secret', 'send_mail']),
        { amount: dice.pick([1, 20.5, 60, 0.1]), order: dice.pick(['o1', 'o2']), fail: dice.often(20) },
      ]);
      const trace = await record(calls, options);
      // What was let through online breaks no rule offline: blocked calls did not run, gated ones wait.
      const broken = checkTrace(trace, options.map(policy)).filter((finding) => finding.severity === 'error');
      expect({ seed, broken }).toEqual({ seed, broken: [] });
    }
  });

  test('twin: the same runs without the policies break some', async () => {
    const trace = await record([['refund', { amount: 500 }]]);
    expect(
      judge(trace, { type: 'block', reason: 'big', when: { field: 'input.amount', op: 'gt', value: 100 } }),
    ).toHaveLength(1);
  });

  test('a long trace is judged in time that grows with its length', () => {
    const time = (calls: number): number => {
      const events: TraceEvent[] = [];
      for (let number = 1; number <= calls; number += 1) {
        const about = { callId: `run/refund#${number}`, scope: 'run', toolName: 'refund' };
        const input = { amount: 1, orderId: `o${number % 50}` };
        events.push({ seq: events.length + 1, type: 'tool.requested', ...about, stepIndex: 0, input });
        events.push({ seq: events.length + 1, type: 'tool.allowed', ...about, atMs: number });
        events.push({ seq: events.length + 1, type: 'tool.attempt_started', ...about, attempt: 1 });
        events.push({ seq: events.length + 1, type: 'tool.succeeded', ...about, output: {} });
      }
      const trace = buildTrace('main', events);
      const policies = Array.from({ length: 5 }, (_, index) =>
        policy({
          name: `p${index}`,
          rules: [
            {
              type: 'block',
              reason: 'sum',
              when: { sumOf: 'input.amount', by: 'input.orderId', exceeds: 1e9 },
            },
            { type: 'block', reason: 'rate', when: { moreThan: 1e6, calls: 'refund', withinMs: 500 } },
            { type: 'block', reason: 'after', when: { after: 'other' } },
          ],
        }),
      );
      const start = process.cpuUsage();
      expect(checkTrace(trace, policies)).toEqual([]);
      return process.cpuUsage(start).user;
    };
    time(500);
    expect(time(4_000) / time(1_000)).toBeLessThan(16);
  });
});
