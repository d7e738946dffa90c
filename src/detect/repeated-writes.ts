import { createFinding } from '../trace/create-finding.ts';
import type { Finding } from '../trace/finding.ts';
import type { TraceCall } from '../trace/trace.ts';
import { callKey, claimsIdempotent, locationOf, mayWrite } from './call-facts.ts';
import type { Detector } from './detector.ts';

const RULE = 'run/repeated-write';

/** The same write asked for twice in one run, with both calls going through. */
export const repeatedWrites: Detector = {
  ruleIds: [RULE],
  run({ trace, tools }) {
    const groups = new Map<string, TraceCall[]>();
    for (const call of trace.calls) {
      const tool = tools.get(call.toolName);
      // A tool that nobody knows today may well be a reading one; accusing it would be a guess.
      if (tool === undefined || !mayWrite(tool) || claimsIdempotent(tool)) continue;
      if (call.status !== 'succeeded') continue;
      groups.set(callKey(call), [...(groups.get(callKey(call)) ?? []), call]);
    }
    const findings: Finding[] = [];
    for (const calls of groups.values()) {
      const [first] = calls;
      if (first === undefined || calls.length < 2) continue;
      findings.push(
        createFinding({
          ruleId: RULE,
          severity: 'warning',
          message: `${first.toolName} was called ${calls.length} times with the same input in one run, and every call went through.`,
          toolName: first.toolName,
          ...(first.agentName !== undefined && { agentName: first.agentName }),
          callId: calls[1]!.callId,
          ...locationOf(tools.get(first.toolName)),
          evidence: { input: first.input, calls: calls.map((call) => call.callId) },
          about: { input: first.input },
          fix: 'Call it once, or declare annotations.idempotentHint: true if a second call changes nothing further.',
        }),
      );
    }
    return findings;
  },
};
