import { renameSync, rmSync } from 'node:fs';
import { AppError } from '../../../core/errors.ts';
import { readRecording } from '../../../record/recording-file.ts';
import type { CommandContext, ExitCode } from '../../command.ts';
import { findRecordings, listRecordings, type FoundRecording } from '../../find-recordings.ts';
import { recordingsFolder } from '../../load-project.ts';

/** Accepts or rejects the pending recordings that are named, or all of them. Nothing is touched unless all can be. */
export async function settlePending(context: CommandContext, act: 'accept' | 'reject'): Promise<ExitCode> {
  const folder = await recordingsFolder(context.cwd, context.options['config']);
  const chosen = choose(context, folder, act);
  for (const recording of chosen) {
    if (!recording.hasPending)
      throw new AppError('CONFIG_INVALID', `Nothing of ${recording.id} waits for review.`);
    if (act === 'accept') checkComplete(recording);
  }
  for (const { golden, pending } of chosen) {
    if (act === 'accept') renameSync(pending, golden);
    else rmSync(pending);
  }
  const ids = chosen.map(({ id }) => id);
  if (context.options['json'] === true) context.printJson({ [`${act}ed`]: ids });
  else for (const id of ids) context.print(`${act}ed ${id}`);
  if (act === 'accept' && context.options['json'] !== true) {
    context.print(
      `Commit ${ids.length === 1 ? 'the recording' : 'the recordings'}: the commit is the approval.`,
    );
  }
  return 0;
}

function choose(context: CommandContext, folder: string, act: string): FoundRecording[] {
  if (context.args.length > 0) return findRecordings(folder, context.args, context.cwd);
  const waiting = listRecordings(folder).filter(({ hasPending }) => hasPending);
  if (waiting.length === 0)
    throw new AppError('CONFIG_INVALID', `There is nothing to ${act}: no recording waits for review.`);
  if (context.options['all'] === true) return waiting;
  const ids = waiting.map(({ id }) => id).join(' ');
  throw new AppError('CONFIG_INVALID', `Name what to ${act}, or give --all; waiting: ${ids}`);
}

function checkComplete({ id, pending }: FoundRecording): void {
  if (readRecording(pending).header.complete) return;
  throw new AppError(
    'RECORDING_INVALID',
    `The pending recording of ${id} is incomplete; make it again with: npx touchstone record`,
  );
}
