import { terminalColors } from '../../review/text/terminal-colors.ts';
import { existsSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { CompareLevel } from '../../compare/compare-options.ts';
import { AppError } from '../../core/errors.ts';
import { readRecording } from '../../record/recording-file.ts';
import { recordingChange, type RecordingChange } from '../../review/recording-change.ts';
import { changeLines } from '../../review/text/change-text.ts';
import { baseChanges } from '../check/base-changes.ts';
import type { CommandContext, ExitCode } from '../command.ts';
import { findRecordings, listRecordings } from '../find-recordings.ts';
import { openGitBase } from '../git-base.ts';
import { recordingsFolder } from '../load-project.ts';
import { pendingChanges } from './pending-changes.ts';

/** Compares recordings with what waits for review, with a commit or with each other; 1 where something differs or is new. */
export async function diffRecordings(context: CommandContext): Promise<ExitCode> {
  const level = context.options['level'] as CompareLevel;
  const pair = pairOf(context);
  const waits = pair === undefined && context.options['base'] === undefined;
  const changes = pair === undefined ? await ownChanges(context, level) : pairChanges(pair, level);
  if (context.options['json'] === true) context.printJson(changes.map(forPrograms));
  else print(context, changes, waits);
  return changes.some(({ state }) => state !== 'same') ? 1 : 0;
}

async function ownChanges(context: CommandContext, level: CompareLevel): Promise<RecordingChange[]> {
  const folder = await recordingsFolder(context.cwd, context.options['config']);
  const { args: words, cwd } = context;
  if (context.options['base'] !== undefined) {
    const ids = words.length > 0 ? findRecordings(folder, words, cwd).map(({ id }) => id) : undefined;
    const { changes } = baseChanges(folder, openGitBase(cwd, String(context.options['base'])), level);
    return changes.filter(({ id }) => ids?.includes(id) ?? true);
  }
  for (const { id, hasPending } of words.length > 0 ? findRecordings(folder, words, cwd) : []) {
    if (!hasPending) throw new AppError('CONFIG_INVALID', `Nothing of ${id} waits for review.`);
  }
  return pendingChanges(folder, { words, cwd, level }).map(({ change }) => change);
}

/** Two files or two folders that exist mean each other; anything else means recordings of this project. */
function pairOf({ args, cwd }: CommandContext): [string, string] | undefined {
  if (args.length !== 2) return undefined;
  const [left, right] = args.map((word) => resolve(cwd, word)) as [string, string];
  if (!existsSync(left) || !existsSync(right)) return undefined;
  const folders = [left, right].filter((path) => statSync(path).isDirectory()).length;
  if (folders === 1)
    throw new AppError(
      'CONFIG_INVALID',
      'A file cannot be compared with a folder; name two files or two folders.',
    );
  return [left, right];
}

function pairChanges([left, right]: [string, string], level: CompareLevel): RecordingChange[] {
  if (!statSync(left).isDirectory()) {
    const versions = { golden: readRecording(left), actual: readRecording(right) };
    return [recordingChange(`${basename(left)} → ${basename(right)}`, versions, level)];
  }
  const [before, now] = [left, right].map(
    (folder) =>
      new Map(
        listRecordings(folder)
          .filter(({ hasGolden }) => hasGolden)
          .map((one) => [one.id, one.golden]),
      ),
  );
  const ids = [...new Set([...before!.keys(), ...now!.keys()])].sort();
  return ids.map((id) => {
    const [golden, actual] = [before!.get(id), now!.get(id)].map((file) =>
      file === undefined ? undefined : readRecording(file),
    );
    return recordingChange(id, { golden, actual }, level);
  });
}

function forPrograms({ id, state, severity, runs }: RecordingChange) {
  return {
    id,
    state,
    ...(state === 'changed' && { severity }),
    runs: runs.map(({ name, state: runState, calls, differences }) => ({
      run: name,
      state: runState,
      calls,
      differences,
    })),
  };
}

function print(context: CommandContext, changes: readonly RecordingChange[], waits: boolean): void {
  const colors = terminalColors();
  if (changes.length === 0)
    context.print(waits ? 'Nothing waits for review.' : 'No golden recording differs.');
  for (const change of changes) for (const line of changeLines(change, colors)) context.print(line);
  const open = changes.filter(({ state }) => state !== 'same');
  if (open.length === 0 || !waits) return;
  const ids = open.length > 3 ? '--all' : open.map(({ id }) => id).join(' ');
  const reason = open.some(({ state, severity }) => state === 'changed' && severity === 'high')
    ? ' --reason "…"'
    : '';
  context.print('');
  context.print(`accept  npx touchstone accept ${ids}${reason}`);
  context.print(`reject  npx touchstone reject ${ids}`);
}
