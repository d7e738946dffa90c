import { createFinding } from '../trace/create-finding.ts';
import type { Finding } from '../trace/finding.ts';
import type { TraceCall } from '../trace/trace.ts';
import { locationOf, wasExecuted } from './call-facts.ts';
import type { Detector, Evidence } from './detector.ts';

const RULE = 'policy/approval-bypassed';

/** Calls that needed a person's yes and reached the tool without it, and approvals that were used for two calls. */
export const approvalBypassed: Detector = {
  ruleIds: [RULE],
  run(evidence) {
    const findings: Finding[] = [];
    const usedBy = new Map<string, string>();
    for (const call of evidence.trace.calls) {
      if (!wasExecuted(call)) continue;
      const why = missingApproval(call, evidence) ?? borrowedApproval(call, usedBy);
      if (why !== undefined) findings.push(report(call, why, evidence));
    }
    return findings;
  },
};

interface Reason {
  code: string;
  text: string;
}

function missingApproval(call: TraceCall, { tools }: Evidence): Reason | undefined {
  if (call.approval?.decision === 'approved') return undefined;
  if (call.approval !== undefined) {
    const state = call.approval.decision ?? 'still open';
    return { code: state, text: `although its approval was ${state}` };
  }
  const rule = call.policyDecisions.find((decision) => decision.ruleType === 'requireApproval');
  if (rule !== undefined) {
    return { code: 'policy', text: `although the policy "${rule.policyName}" asks for a person's approval` };
  }
  if (tools.get(call.toolName)?.requiresApproval === true) {
    return { code: 'tool', text: "although the tool asks for a person's approval before every call" };
  }
  return undefined;
}

function borrowedApproval(call: TraceCall, usedBy: Map<string, string>): Reason | undefined {
  const id = call.approval?.approvalId;
  if (id === undefined) return undefined;
  const first = usedBy.get(id);
  usedBy.set(id, first ?? call.callId);
  if (first === undefined) return undefined;
  return { code: 'borrowed', text: `on the approval of another call, ${first}` };
}

function report(call: TraceCall, why: Reason, { tools }: Evidence): Finding {
  return createFinding({
    ruleId: RULE,
    severity: 'error',
    message: `${call.toolName} was executed ${why.text}.`,
    toolName: call.toolName,
    ...(call.agentName !== undefined && { agentName: call.agentName }),
    callId: call.callId,
    ...locationOf(tools.get(call.toolName)),
    evidence: { callId: call.callId, input: call.input, reason: why.code, approval: call.approval ?? null },
    about: { reason: why.code, callId: call.callId },
    fix: 'Hold the call until a person has decided on exactly this call and this input.',
  });
}
