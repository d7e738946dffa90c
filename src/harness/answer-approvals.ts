import type { Approval, Decision, Decisions, RunState } from '../runtime/run-state.ts';
import type { Approver } from './approver.ts';
import type { RecordedRun } from './session/recorded-run.ts';

/**
 * Answers a run's approvals until it asks no more or nobody answers. In a replay the recorded decision stands in for the
 * approver; the approver is asked for approvals that the recording does not know.
 */
export async function answerApprovals(
  state: RunState,
  run: RecordedRun,
  approver: Approver | undefined,
  resume: (decisions: Decisions) => Promise<RunState>,
): Promise<RunState> {
  if (approver === undefined) return state;
  let current = state;
  while (current.status === 'awaiting_approval') {
    const decisions: Decisions = {};
    for (const approval of current.approvals.filter(({ status }) => status === 'pending')) {
      const decision = recordedDecision(run, approval) ?? (await approver(approval));
      if (decision !== undefined) decisions[approval.approvalId] = decision;
    }
    if (Object.keys(decisions).length === 0) return current;
    current = await resume(decisions);
  }
  return current;
}

function recordedDecision(run: RecordedRun, { callId }: Approval): Decision | undefined {
  if (run.mode !== 'replay') return undefined;
  const recorded = run.golden?.calls.find((call) => call.callId === callId)?.approval;
  if (recorded?.decision !== 'approved' && recorded?.decision !== 'rejected') return undefined;
  return {
    decision: recorded.decision === 'approved' ? 'approve' : 'reject',
    ...(recorded.note !== undefined && { note: recorded.note }),
    ...(recorded.decidedBy !== undefined && { decidedBy: recorded.decidedBy }),
  };
}
