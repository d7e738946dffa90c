import type { Clock } from '../../core/clock.ts';
import { AppError, toErrorRecord } from '../../core/errors.ts';
import {
  goOn,
  type Call,
  type CallEnvironment,
  type CallResult,
  type Stage,
  type StageVerdict,
} from '../call.ts';
import { emitFor, endCall, errorOf } from '../end-call.ts';

/** A person's answer, in short or with who and why. */
export type BrokerDecision =
  'approve' | 'reject' | { decision: 'approve' | 'reject'; note?: string; decidedBy?: string };

/** A call that waits for a person. Frozen. */
export interface PendingApproval {
  readonly approvalId: string;
  readonly callId: string;
  readonly toolName: string;
  readonly agentName?: string;
  readonly reasons: readonly string[];
  readonly input: unknown;
  readonly form?: Record<string, unknown>;
  /** In the clock's milliseconds. */
  readonly expiresAt?: number;
}

/** Who decided, and what they said. */
interface Person {
  note?: string;
  decidedBy?: string;
}

interface Entry {
  call: Call;
  environment: CallEnvironment;
  approval: PendingApproval;
  decision?: 'approve' | 'reject';
  result?: Promise<CallResult>;
}

export interface ApprovalDeskOptions {
  clock: Clock;
  /** Leads an approved call on, from the re-check of the gates to its end. */
  proceed(call: Call, environment: CallEnvironment): Promise<CallResult>;
  /** Told of every call that ended at the desk. */
  onEnd(call: Call, result: CallResult): void;
}

/** The calls of one broker that wait for a person, in memory. */
export interface ApprovalDesk {
  readonly stage: Stage;
  decide(callId: unknown, decision: unknown): Promise<CallResult>;
  pending(): readonly PendingApproval[];
  /** Ends the calls whose approval nobody gave in time. */
  expire(): void;
}

export function createApprovalDesk(options: ApprovalDeskOptions): ApprovalDesk {
  const entries = new Map<string, Entry>();
  const { clock } = options;
  const end = (entry: Entry, verdict: StageVerdict): void => {
    const { result } = verdict as Extract<StageVerdict, { go: false }>;
    entry.decision ??= 'reject';
    entry.result = Promise.resolve(result);
    options.onEnd(entry.call, result);
  };
  const expire = (): void => {
    for (const entry of entries.values()) {
      const { expiresAt } = entry.approval;
      if (entry.decision !== undefined || expiresAt === undefined || clock.now() < expiresAt) continue;
      end(entry, refuse(entry, 'expired', { note: `nobody decided within ${entry.call.expiresAfterMs}ms` }));
    }
  };
  return {
    stage: {
      name: 'await-approval',
      run(call, environment) {
        if (call.approvalReasons.length === 0) return goOn;
        const approval = describe(call, clock);
        entries.set(call.callId, { call, environment, approval });
        return request(call, environment, approval);
      },
    },
    async decide(callId, given) {
      const decision = readDecision(given);
      expire();
      const entry = typeof callId === 'string' ? entries.get(callId) : undefined;
      if (entry === undefined) throw notFound(callId, pendingOf(entries));
      if (entry.decision !== undefined) return repeat(entry, decision.decision);
      entry.decision = decision.decision;
      const { decision: kind, ...person } = decision;
      if (kind === 'reject') end(entry, refuse(entry, 'rejected', person));
      else entry.result = options.proceed(approve(entry, person), entry.environment);
      return entry.result!;
    },
    pending() {
      expire();
      return pendingOf(entries);
    },
    expire,
  };
}

function request(call: Call, environment: CallEnvironment, approval: PendingApproval): StageVerdict {
  const { approvalId, reasons } = approval;
  emitFor(call, environment, { type: 'approval.requested', approvalId, reasons: [...reasons] });
  const { callId } = call;
  return { go: false, result: { status: 'awaiting_approval', callId, toolName: call.tool.name, approvalId } };
}

function pendingOf(entries: ReadonlyMap<string, Entry>): PendingApproval[] {
  return [...entries.values()].filter((entry) => entry.decision === undefined).map((entry) => entry.approval);
}

function describe(call: Call, clock: Clock): PendingApproval {
  return Object.freeze({
    approvalId: `${call.callId}/approval`,
    callId: call.callId,
    toolName: call.tool.name,
    ...(call.agentName !== undefined && { agentName: call.agentName }),
    reasons: Object.freeze([...call.approvalReasons]),
    input: call.input,
    ...(call.approvalForm !== undefined && { form: call.approvalForm }),
    ...(call.expiresAfterMs !== undefined && { expiresAt: clock.now() + call.expiresAfterMs }),
  });
}

/** Ends a call that a person rejected or nobody decided in time; also for other homes of approvals. */
export function rejectCall(
  call: Call,
  environment: CallEnvironment,
  rejection: { approvalId: string; decision: 'rejected' | 'expired' } & Person,
): StageVerdict {
  const { approvalId, decision, note, decidedBy } = rejection;
  const person = { ...(decidedBy !== undefined && { decidedBy }), ...(note !== undefined && { note }) };
  emitFor(call, environment, { type: 'approval.decided', approvalId, decision, ...person });
  const feedback = note === undefined || note === '' ? '' : ` Feedback: ${note}`;
  const message = `Tool "${call.tool.name}" was rejected by the user.${feedback}`;
  const error = errorOf(call, 'APPROVAL_REJECTED', message, { details: { approvalId, decision, ...person } });
  emitFor(call, environment, { type: 'tool.rejected', error: toErrorRecord(error) });
  return endCall(call, 'rejected', error);
}

function approve(entry: Entry, person: Person): Call {
  const { call, environment, approval } = entry;
  const { approvalId } = approval;
  call.approval = Object.freeze({ approvalId, ...person });
  emitFor(call, environment, { type: 'approval.decided', approvalId, decision: 'approved', ...person });
  return call;
}

function refuse(entry: Entry, decision: 'rejected' | 'expired', person: Person): StageVerdict {
  const { approvalId } = entry.approval;
  return rejectCall(entry.call, entry.environment, { approvalId, decision, ...person });
}

function repeat(entry: Entry, decision: 'approve' | 'reject'): Promise<CallResult> {
  if (entry.decision === decision && entry.result !== undefined) return entry.result;
  const { callId, toolName } = entry.approval;
  const words = entry.decision === 'approve' ? 'approved' : 'rejected';
  throw new AppError(
    'APPROVAL_ALREADY_DECIDED',
    `The approval of call "${callId}" was ${words} already: a decision cannot be changed.`,
    { toolName, callId },
  );
}

function readDecision(given: unknown): { decision: 'approve' | 'reject' } & Person {
  try {
    const parts = typeof given === 'object' && given !== null ? given : { decision: given };
    const { decision, note, decidedBy } = parts as Record<string, unknown>;
    const texts = [note, decidedBy].every((text) => text === undefined || typeof text === 'string');
    if ((decision === 'approve' || decision === 'reject') && texts) {
      return {
        decision,
        ...(typeof note === 'string' && { note }),
        ...(typeof decidedBy === 'string' && { decidedBy }),
      };
    }
  } catch {
    // Told below: the decision cannot be read.
  }
  const expected = `'approve', 'reject' or { decision, note?: string, decidedBy?: string }`;
  throw new AppError('CONFIG_INVALID', `A decision must be ${expected}.`);
}

function notFound(callId: unknown, pending: readonly PendingApproval[]): AppError {
  const named =
    typeof callId === 'string' ? JSON.stringify(callId.slice(0, 200)) : `of type ${typeof callId}`;
  const waiting = pending.map((approval) => approval.callId).join(', ') || 'none';
  return new AppError(
    'APPROVAL_NOT_FOUND',
    `No approval is known for call ${named}; waiting calls: ${waiting}.`,
  );
}
