import { createInterface } from 'node:readline';
import picocolors from 'picocolors';
import { changeLines } from '../../review/text/change-text.ts';
import { counted, shellWord } from '../../review/text/words.ts';
import type { CommandContext, ExitCode } from '../command.ts';
import { recordingsFolder } from '../load-project.ts';
import { needsReason } from './settle.ts';
import { pendingChanges, type PendingChange } from './pending-changes.ts';
import { reviewSession, type ReviewResult } from './review-session.ts';
import { writePage } from './write-page.ts';

/** Reviews what waits: on a terminal one change at a time, elsewhere as a list with the commands; 1 while something waits. */
export async function reviewRecordings(context: CommandContext): Promise<ExitCode> {
  const folder = await recordingsFolder(context.cwd, context.options['config']);
  const pending = pendingChanges(folder, { words: context.args, cwd: context.cwd });
  if (pending.length === 0) {
    if (context.options['json'] === true) context.printJson([]);
    else context.print('Nothing waits for review.');
    return 0;
  }
  if (context.options['json'] === true) {
    context.printJson(pending.map(({ change }) => listed(change)));
    return 1;
  }
  const interactive = process.stdin.isTTY && process.stdout.isTTY && !process.env['CI'];
  return interactive ? review(context, folder, pending) : list(context, pending);
}

function listed({ id, state, severity, differences, spec, test }: PendingChange['change']) {
  return { id, state, spec, test, ...(state === 'changed' && { severity }), differences };
}

async function review(context: CommandContext, folder: string, pending: PendingChange[]): Promise<ExitCode> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const desk = {
    colors: picocolors.createColors(!process.env['NO_COLOR']),
    print: context.print,
    ask: (question: string) =>
      new Promise<string | undefined>((resolve) => {
        lines.once('close', () => resolve(undefined));
        lines.question(question, resolve);
      }),
    openPage: async () =>
      context.print(
        `The page: ${await writePage(
          context,
          pending.map(({ change }) => change),
        )}`,
      ),
  };
  try {
    const result = await reviewSession(folder, pending, desk);
    context.print('');
    context.print(summary(result));
    return result.skipped.length > 0 ? 1 : 0;
  } finally {
    lines.close();
  }
}

function summary({ accepted, rejected, skipped }: ReviewResult): string {
  const next = accepted.length > 0 ? '   next  git add recordings && git commit' : '';
  return `accepted ${accepted.length} · rejected ${rejected.length} · still waiting ${skipped.length}${next}`;
}

function list(context: CommandContext, pending: readonly PendingChange[]): ExitCode {
  const colors = picocolors.createColors(false);
  for (const item of pending) {
    for (const line of changeLines(item.change, colors)) context.print(line);
    const id = shellWord(item.found.id);
    context.print(`  accept  npx touchstone accept ${id}${needsReason(item) ? ' --reason "…"' : ''}`);
    context.print(`  reject  npx touchstone reject ${id}`);
    context.print('');
  }
  context.print(
    `${counted(pending.length, 'recording')} to review; this is no terminal, so nothing was asked.`,
  );
  return 1;
}
