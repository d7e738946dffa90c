import { differenceSummary } from '../../review/text/difference-text.ts';
import type { CommandContext, ExitCode } from '../command.ts';
import { recordingsFolder } from '../load-project.ts';
import { pendingChanges } from './pending-changes.ts';

/** Lists what waits for review, one line each; 1 while there is something. */
export async function listPending(context: CommandContext): Promise<ExitCode> {
  const folder = await recordingsFolder(context.cwd, context.options['config']);
  const pending = pendingChanges(folder, { cwd: context.cwd });
  if (context.options['json'] === true) {
    context.printJson(
      pending.map(({ change: { id, state, severity, differences } }) => ({
        id,
        state,
        ...(state === 'changed' && { severity }),
        differences,
      })),
    );
  } else {
    for (const { change } of pending) {
      const what =
        change.state === 'changed' ? differenceSummary(change.differences, change.severity) : change.state;
      context.print(`${change.id}   ${what}`);
    }
    if (pending.length === 0) context.print('Nothing waits for review.');
    else context.print('next  npx touchstone review');
  }
  return pending.length > 0 ? 1 : 0;
}
