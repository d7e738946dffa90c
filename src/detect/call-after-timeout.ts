import { createFinding } from '../trace/create-finding.ts';
import type { Finding } from '../trace/finding.ts';
import type { TraceCall } from '../trace/trace.ts';
import { callKey, claimsIdempotent, locationOf, mayWrite, wasExecuted } from './call-facts.ts';
import type { Detector, Evidence } from './detector.ts';

const RULE = 'run/call-after-timeout';

/** A write whose attempt timed out, so that nobody knows whether it took effect, and that was then made again. */
export const callAfterTimeout: Detector = {
  ruleIds: [RULE],
  run(evidence) {
    const findings: Finding[] = [];
    const timedOut = new Map<string, TraceCall>();
    for (const call of evidence.trace.calls) {
      const tool = evidence.tools.get(call.toolName);
      if (tool === undefined || !mayWrite(tool) || claimsIdempotent(tool) || !wasExecuted(call)) continue;
      const earlier = timedOut.get(callKey(call));
      if (earlier !== undefined) findings.push(report(earlier, call, evidence));
      else if (hasRetryAfterTimeout(call)) findings.push(report(call, call, evidence));
      if (call.attempts.at(-1)?.outcome === 'timed_out') timedOut.set(callKey(call), call);
    }
    return findings;
  },
};

function hasRetryAfterTimeout(call: TraceCall): boolean {
  const index = call.attempts.findIndex((attempt) => attempt.outcome === 'timed_out');
  return index !== -1 && index < call.attempts.length - 1;
}

function report(first: TraceCall, second: TraceCall, { tools }: Evidence): Finding {
  const how = first === second ? 'was attempted again' : 'was called again with the same input';
  return createFinding({
    ruleId: RULE,
    severity: 'warning',
    message: `${second.toolName} ${how} after a timeout, although the first may have taken effect.`,
    toolName: second.toolName,
    ...(second.agentName !== undefined && { agentName: second.agentName }),
    callId: second.callId,
    ...locationOf(tools.get(second.toolName)),
    evidence: {
      input: second.input,
      timedOut: first.callId,
      again: second.callId,
      attempts: second.attempts.map((attempt) => attempt.outcome),
    },
    about: { input: second.input },
    fix: 'Look up whether the effect happened before trying again, or send ctx.idempotencyKey with the request.',
  });
}
