import { AppError } from '../../core/errors.ts';
import type { Core } from '../../engine/core.ts';
import { isFinal } from '../../engine/run-life.ts';
import type { Approvals } from '../engine.ts';
import type { Approval, Decisions } from '../run-state.ts';
import {
  decisionSignal,
  fromItem,
  readFullDecision,
  toItem,
  toSignal,
  type FiledApproval,
  type FullDecision,
} from './approval-book.ts';

/** The approvals of an engine: listed for people, decided once. */
export interface ApprovalOffice {
  readonly desk: Approvals;
  /** Gives several decisions at once: all are checked before any counts. */
  decideAll(decisions: Decisions): Promise<void>;
}

export function createApprovals(core: Core, opened: () => Promise<void>): ApprovalOffice {
  const find = async (approvalId: string): Promise<FiledApproval> => {
    await core.committer.flush();
    const item = await core.store.readItem(String(approvalId));
    if (item !== undefined) return expire(core, fromItem(item));
    throw new AppError('APPROVAL_NOT_FOUND', `There is no approval "${String(approvalId).slice(0, 200)}".`);
  };
  const decide = async (approvalId: string, decision: FullDecision): Promise<Approval> => {
    await opened();
    const filed = await find(approvalId);
    checkDecision(filed.approval, decision);
    if (filed.approval.status !== 'pending') return filed.approval;
    return record(core, filed, decision);
  };
  return {
    desk: Object.freeze<Approvals>({
      async list({ runId, status = 'pending' } = {}) {
        await opened();
        await core.committer.flush();
        const items = await core.store.readItems({
          ...(runId !== undefined && { runId }),
          ...(status !== 'all' && { status }),
        });
        return items.map((item) => fromItem(item).approval);
      },
      async get(approvalId) {
        await opened();
        return (await find(approvalId)).approval;
      },
      approve: async (approvalId, note) =>
        decide(approvalId, readFullDecision({ ...note, decision: 'approve' })),
      reject: async (approvalId, note) =>
        decide(approvalId, readFullDecision({ ...note, decision: 'reject' })),
    }),
    async decideAll(decisions) {
      const given = Object.entries(decisions).map(
        ([id, decision]) => [id, readFullDecision(decision)] as const,
      );
      for (const [approvalId, decision] of given) checkDecision((await find(approvalId)).approval, decision);
      for (const [approvalId, decision] of given) await decide(approvalId, decision);
    },
  };
}

function checkDecision(approval: Approval, { decision }: FullDecision): void {
  const wanted = decision === 'approve' ? 'approved' : 'rejected';
  if (approval.status === 'pending' || approval.status === wanted) return;
  const { approvalId, toolName, callId, status } = approval;
  throw new AppError(
    'APPROVAL_ALREADY_DECIDED',
    `The approval "${approvalId}" of tool "${toolName}" is ${status} already, so it cannot be ${wanted}.`,
    { toolName, callId, details: { approvalId, status } },
  );
}

async function record(core: Core, filed: FiledApproval, decision: FullDecision): Promise<Approval> {
  const { decision: kind, ...person } = decision;
  const approval: Approval = {
    ...filed.approval,
    ...person,
    status: kind === 'approve' ? 'approved' : 'rejected',
  };
  const row = await core.readRow(approval.runId);
  if (isFinal(row.status)) {
    throw new AppError(
      'RUN_NOT_RESUMABLE',
      `The run "${row.runId}" is ${row.status}: its approvals are closed.`,
    );
  }
  const items = await core.store.readItems({ runId: approval.runId, status: 'pending' });
  // Calls of one batch go on together, so that a run is not brought back only to wait again.
  const waitsForOthers = items
    .map(fromItem)
    .some((other) => other.batchId === filed.batchId && other.approval.approvalId !== approval.approvalId);
  await core.signal(row, decisionSignal(approval.approvalId), toSignal(decision), {
    wake: !waitsForOthers,
    items: [toItem({ ...filed, approval })],
  });
  if (!waitsForOthers) await core.wakeAncestors(row);
  return approval;
}

// Nobody may approve what has expired, also before the run itself has noticed.
function expire(core: Core, filed: FiledApproval): FiledApproval {
  const { approval } = filed;
  const { expiresAt, status } = approval;
  if (status !== 'pending' || expiresAt === undefined || core.clock.now() < expiresAt) return filed;
  return { ...filed, approval: { ...approval, status: 'expired' } };
}
