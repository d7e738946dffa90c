import { decode } from '../../core/codec.ts';
import { goOn, type Call, type StageVerdict } from '../../broker/call.ts';
import { rejectCall } from '../../broker/approval/approval-desk.ts';
import { emitFor } from '../../broker/end-call.ts';
import { waitOn } from '../../engine/frame/wait-on.ts';
import {
  approvalIdOf,
  checkUnchanged,
  decisionSignal,
  fileApproval,
  fromItem,
  toItem,
  type FiledApproval,
  type FullDecision,
} from './approval-book.ts';
import { eventName } from '../story/record-event.ts';
import type { Session } from '../session/session.ts';

type Outcome = FullDecision | { decision: 'expired'; note: string; decidedBy?: undefined };

/** Which question about a call: whether it may be made, or, after a crash, whether it may be made again. */
export type Question = 'first' | 'again';

function idOf({ row }: Session, callId: string, question: Question): string {
  const approvalId = approvalIdOf(row.runId, callId);
  return question === 'first' ? approvalId : `${approvalId}:again`;
}

/** Tells whether a person was asked about the call in an earlier life of the run. */
export function hasQuestion(session: Session, callId: string, question: Question): boolean {
  const approvalId = idOf(session, callId, question);
  const name = eventName({ type: 'approval.requested', callId, toolName: '', approvalId, reasons: [] });
  return session.frame.hasEvent(name);
}

/**
 * Asks a person about the call and waits for the decision. `stepAside` says that the run may rest meanwhile; the
 * function that it returns takes that back.
 */
export async function awaitApproval(
  session: Session,
  call: Call,
  batchId: string,
  stepAside: () => () => void,
  question: Question = 'first',
): Promise<StageVerdict> {
  const { frame, services, environment } = session;
  const approvalId = idOf(session, call.callId, question);
  const filed = await find(session, call, approvalId, batchId);
  const comeBack = stepAside();
  const outcome = await waitOn<Outcome>(frame, decisionSignal(approvalId), {
    kind: 'approval',
    scope: call.callId,
    key: call.callId,
    dueAt: filed.approval.expiresAt,
    standing: () => 'approval',
    look: () => {
      const signal = frame.signalled(decisionSignal(approvalId));
      return signal === undefined || signal === null ? undefined : { value: decode(signal) as FullDecision };
    },
    onDue: () => ({ decision: 'expired', note: `nobody decided within ${expiryOf(filed)}ms` }),
  });
  comeBack();
  const { decision, note, decidedBy } = outcome;
  const person = { ...(decidedBy !== undefined && { decidedBy }), ...(note !== undefined && { note }) };
  if (decision === 'expired') {
    const approval = { ...filed.approval, ...person, status: 'expired' as const };
    services.core.committer.saveItem(toItem({ ...filed, approval }));
  }
  if (decision !== 'approve') {
    const how = decision === 'expired' ? 'expired' : 'rejected';
    return rejectCall(call, environment, { approvalId, decision: how, ...person });
  }
  call.approval = Object.freeze({ approvalId, ...person });
  emitFor(call, environment, { type: 'approval.decided', approvalId, decision: 'approved', ...person });
  return goOn;
}

function expiryOf({ approval }: FiledApproval): number {
  return (approval.expiresAt ?? approval.requestedAt) - approval.requestedAt;
}

async function find(
  session: Session,
  call: Call,
  approvalId: string,
  batchId: string,
): Promise<FiledApproval> {
  const { row, services, environment } = session;
  const { core, secret } = services;
  const item = await core.store.readItem(approvalId);
  if (item !== undefined) {
    const filed = fromItem(item);
    checkUnchanged(filed, call, secret);
    return filed;
  }
  const filed = fileApproval({ approvalId, runId: row.runId, call, secret, now: core.clock.now(), batchId });
  core.committer.saveItem(toItem(filed));
  const { reasons } = filed.approval;
  emitFor(call, environment, { type: 'approval.requested', approvalId, reasons: [...reasons] });
  return filed;
}
