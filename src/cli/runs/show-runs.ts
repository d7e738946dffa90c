import { AppError } from '../../core/errors.ts';
import type { CommandContext, ExitCode } from '../command.ts';
import { openRuns, type OpenRuns } from './open-runs.ts';
import { printApprovals, printRun, printRuns } from './print-run.ts';

const DAY_MS = 86_400_000;

/** Lists runs, shows one, or forgets old ones. */
export async function showRuns(context: CommandContext): Promise<ExitCode> {
  const [runId] = context.args;
  const { status, limit, prune, json } = context.options;
  return withRuns(context, async ({ runs, prune: forget }) => {
    if (prune !== undefined) {
      const gone = await forget(readNumber(prune, '--prune') * DAY_MS);
      if (json === true) context.printJson(gone);
      else context.print(`${gone.length} ${gone.length === 1 ? 'run was' : 'runs were'} forgotten.`);
    } else if (runId !== undefined) {
      const run = await runs.get(runId);
      if (json === true) context.printJson(run);
      else context.print(printRun(run));
    } else {
      const found = await runs.list({
        ...(typeof status === 'string' && { status: status as never }),
        limit: readNumber(limit ?? '50', '--limit'),
      });
      if (json === true) context.printJson(found);
      else context.print(printRuns(found));
    }
  });
}

/** Lists approvals, or decides one. */
export async function showApprovals(context: CommandContext): Promise<ExitCode> {
  const [action = 'list', approvalId] = context.args;
  const { by, note, all, json } = context.options;
  return withRuns(context, async ({ runs }) => {
    if (action === 'list') {
      const found = await runs.approvals(all === true ? { status: 'all' } : {});
      if (json === true) context.printJson(found);
      else context.print(printApprovals(found));
      return;
    }
    if ((action !== 'approve' && action !== 'reject') || approvalId === undefined) {
      throw new AppError(
        'CONFIG_INVALID',
        'Say what to do: approvals list, approvals approve <id>, approvals reject <id>.',
      );
    }
    const person = {
      ...(typeof by === 'string' && { decidedBy: by }),
      ...(typeof note === 'string' && { note }),
    };
    const approval = await runs[action](approvalId, person);
    if (json === true) context.printJson(approval);
    else context.print(printApprovals([approval]));
  });
}

/** Goes on with a run, or ends it. */
export async function moveRun(context: CommandContext, action: 'resume' | 'cancel'): Promise<ExitCode> {
  const [runId] = context.args;
  const { reason, json } = context.options;
  return withRuns(context, async ({ runs }) => {
    const run =
      action === 'resume'
        ? await runs.resume(runId!)
        : await runs.cancel(runId!, typeof reason === 'string' ? reason : undefined);
    if (json === true) context.printJson(run);
    else context.print(printRun(run));
  });
}

async function withRuns(context: CommandContext, act: (open: OpenRuns) => Promise<void>): Promise<ExitCode> {
  const open = await openRuns(context);
  try {
    await act(open);
    return 0;
  } finally {
    await open.close();
  }
}

function readNumber(value: unknown, option: string): number {
  const number = Number(value);
  if (Number.isFinite(number) && number >= 0) return number;
  throw new AppError('CONFIG_INVALID', `${option} needs a number; it is "${String(value)}".`);
}
