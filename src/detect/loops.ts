import { canonicalJson } from '../core/canonical.ts';
import { createFinding } from '../trace/create-finding.ts';
import type { Finding } from '../trace/finding.ts';
import type { TraceCall } from '../trace/trace.ts';
import { callKey, locationOf } from './call-facts.ts';
import type { Detector, Evidence } from './detector.ts';

const LOOP = 'run/loop';
const REFUSED = 'run/repeated-refusal';

/** From so many equal calls with equal results on, a run is said to go round in circles. */
const LOOP_LENGTH = 3;
/** From so many refusals of one and the same call on, the caller is said not to listen. */
const REFUSALS = 2;

/** Calls that repeat without learning: the same question with the same answer, or the same refused call again. */
export const loops: Detector = {
  ruleIds: [LOOP, REFUSED],
  run(evidence) {
    const groups = new Map<string, TraceCall[]>();
    for (const call of evidence.trace.calls) {
      const key = `${call.scope} ${callKey(call)}`;
      groups.set(key, [...(groups.get(key) ?? []), call]);
    }
    return [...groups.values()].flatMap((calls) => judge(calls, evidence));
  },
};

function judge(calls: TraceCall[], evidence: Evidence): Finding[] {
  const [first] = calls;
  if (first === undefined) return [];
  const refused = calls.filter((call) => isRefused(call));
  if (refused.length >= REFUSALS) {
    const error = refused[0]!.error?.message ?? refused[0]!.status;
    const message = `${first.toolName} was asked for ${refused.length} times with an input that had been refused (${error}).`;
    return [report(REFUSED, message, refused, evidence)];
  }
  const outcomes = new Map<string, TraceCall[]>();
  for (const call of calls) {
    const key = canonicalJson([call.status, call.output, call.error?.message]);
    outcomes.set(key, [...(outcomes.get(key) ?? []), call]);
  }
  const longest = [...outcomes.values()].sort((left, right) => right.length - left.length)[0] ?? [];
  if (longest.length < LOOP_LENGTH) return [];
  const message = `${first.toolName} was called ${longest.length} times with the same input and gave the same result each time.`;
  return [report(LOOP, message, longest, evidence)];
}

function isRefused(call: TraceCall): boolean {
  if (call.status === 'blocked' || call.status === 'rejected') return true;
  return call.status === 'failed' && call.attempts.length === 0;
}

function report(ruleId: string, message: string, calls: TraceCall[], { tools }: Evidence): Finding {
  const first = calls[0]!;
  return createFinding({
    ruleId,
    severity: 'warning',
    message,
    toolName: first.toolName,
    ...(first.agentName !== undefined && { agentName: first.agentName }),
    callId: calls.at(-1)!.callId,
    ...locationOf(tools.get(first.toolName)),
    evidence: { input: first.input, status: first.status, calls: calls.map((call) => call.callId) },
    about: { input: first.input },
    fix: 'Stop the caller after the first answer, or tell it in the result what to do differently.',
  });
}
