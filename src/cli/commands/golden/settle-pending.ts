import { AppError } from '../../../core/errors.ts';
import type { CommandContext, ExitCode } from '../../command.ts';
import { findRecordings } from '../../find-recordings.ts';
import { pendingChanges, type PendingChange } from '../../golden/pending-changes.ts';
import { acceptChanges, rejectChanges } from '../../golden/settle.ts';
import { recordingsFolder } from '../../load-project.ts';

/** Accepts or rejects the pending recordings that are named, or all of them. Nothing is touched unless all can be. */
export async function settlePending(context: CommandContext, act: 'accept' | 'reject'): Promise<ExitCode> {
  const folder = await recordingsFolder(context.cwd, context.options['config']);
  const chosen = choose(context, folder, act);
  const reason = context.options['reason'];
  if (act === 'accept') acceptChanges(folder, chosen, typeof reason === 'string' ? reason : undefined);
  else rejectChanges(chosen);
  const ids = chosen.map(({ found }) => found.id);
  if (context.options['json'] === true) {
    context.printJson({ [`${act}ed`]: ids });
    return 0;
  }
  for (const id of ids) context.print(`${act}ed ${id}`);
  if (act === 'accept') {
    const what = ids.length === 1 ? 'the recording' : 'the recordings';
    context.print(
      `Commit ${what}${reason === undefined ? '' : ' and reasons.json'}: the commit is the approval.`,
    );
  }
  return 0;
}

function choose(context: CommandContext, folder: string, act: string): PendingChange[] {
  const { args, cwd } = context;
  for (const { id, hasPending } of args.length > 0 ? findRecordings(folder, args, cwd) : []) {
    if (!hasPending) throw new AppError('CONFIG_INVALID', `Nothing of ${id} waits for review.`);
  }
  const waiting = pendingChanges(folder, { words: args, cwd });
  if (waiting.length === 0) {
    throw new AppError('CONFIG_INVALID', `There is nothing to ${act}: no recording waits for review.`);
  }
  if (args.length > 0 || context.options['all'] === true) return waiting;
  const ids = waiting.map(({ found }) => found.id).join(' ');
  throw new AppError('CONFIG_INVALID', `Name what to ${act}, or give --all; waiting: ${ids}`);
}
