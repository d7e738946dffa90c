import { renameSync, rmSync } from 'node:fs';
import { AppError } from '../../core/errors.ts';
import { readRecording } from '../../record/recording-file.ts';
import type { PendingChange } from './pending-changes.ts';
import { writeReasons } from './reasons.ts';

/**
 * Makes pending recordings golden. Changes of high severity need a reason, which is written beside the recordings; nothing
 * is touched unless all can be accepted.
 */
export function acceptChanges(
  folder: string,
  pending: readonly PendingChange[],
  reason: string | undefined,
): void {
  for (const { found } of pending) {
    if (readRecording(found.pending).header.complete) continue;
    throw new AppError(
      'RECORDING_INVALID',
      `The pending recording of ${found.id} is incomplete; make it again with: npx touchstone record`,
    );
  }
  const grave = pending.filter(needsReason);
  if (grave.length > 0 && (reason === undefined || reason.trim() === '')) {
    const ids = grave.map(({ found }) => found.id).join(' ');
    throw new AppError(
      'CONFIG_INVALID',
      `${ids}: a change of high severity is accepted with a reason only; look at it with npx touchstone diff, then add --reason "…".`,
    );
  }
  for (const { found } of pending) renameSync(found.pending, found.golden);
  if (reason === undefined || reason.trim() === '') return;
  writeReasons(
    folder,
    pending.map(({ found }) => ({ id: found.id, file: found.golden })),
    reason.trim(),
  );
}

/** Whether a pending change may only be accepted with a reason. */
export function needsReason({ change }: PendingChange): boolean {
  return change.state === 'changed' && change.severity === 'high';
}

/** Deletes pending recordings; the golden ones stay as they are. */
export function rejectChanges(pending: readonly PendingChange[]): void {
  for (const { found } of pending) rmSync(found.pending);
}
