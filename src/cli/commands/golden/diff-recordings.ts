import picocolors from 'picocolors';
import { compareTraces } from '../../../compare/compare-traces.ts';
import type { CompareLevel } from '../../../compare/compare-options.ts';
import { AppError } from '../../../core/errors.ts';
import { printable } from '../../../core/printable.ts';
import { readRecording } from '../../../record/recording-file.ts';
import { differenceLines } from '../../../review/text/difference-text.ts';
import { counted } from '../../../review/text/words.ts';
import type { Difference } from '../../../trace/difference.ts';
import type { Recording } from '../../../trace/recording.ts';
import type { CommandContext, ExitCode } from '../../command.ts';
import { findRecordings, listRecordings, type FoundRecording } from '../../find-recordings.ts';
import { recordingsFolder } from '../../load-project.ts';

interface RunDiff {
  run: string;
  state: 'changed' | 'same' | 'new' | 'gone';
  calls: number;
  differences: Difference[];
}

interface RecordingDiff {
  id: string;
  state: 'changed' | 'same' | 'new';
  runs: RunDiff[];
}

/** Compares golden recordings with what waits for review; 1 where something differs or is new. */
export async function diffRecordings(context: CommandContext): Promise<ExitCode> {
  const folder = await recordingsFolder(context.cwd, context.options['config']);
  const chosen =
    context.args.length > 0
      ? findRecordings(folder, context.args, context.cwd)
      : listRecordings(folder).filter(({ hasPending }) => hasPending);
  const level = context.options['level'] as CompareLevel;
  const diffs = chosen.map((recording) => diffOne(recording, level));
  if (context.options['json'] === true) context.printJson(diffs);
  else printDiffs(context, diffs);
  return diffs.some(({ state }) => state !== 'same') ? 1 : 0;
}

function diffOne(recording: FoundRecording, level: CompareLevel): RecordingDiff {
  const { id, golden, pending, hasGolden, hasPending } = recording;
  if (!hasPending) throw new AppError('CONFIG_INVALID', `Nothing of ${id} waits for review.`);
  const now = readRecording(pending);
  if (!hasGolden)
    return { id, state: 'new', runs: now.runs.map((run) => newRun(run.name, run.calls.length)) };
  const runs = diffRuns(readRecording(golden), now, level);
  return { id, state: runs.every(({ state }) => state === 'same') ? 'same' : 'changed', runs };
}

function diffRuns(golden: Recording, now: Recording, level: CompareLevel): RunDiff[] {
  const readOnlyTools = now.header.tools.filter(({ readOnly }) => readOnly).map(({ name }) => name);
  const compared = now.runs.map((run): RunDiff => {
    const before = golden.runs.find(({ name }) => name === run.name);
    if (before === undefined) return newRun(run.name, run.calls.length);
    const { differences } = compareTraces(before, run, { level, readOnlyTools });
    return {
      run: run.name,
      state: differences.length > 0 ? 'changed' : 'same',
      calls: run.calls.length,
      differences,
    };
  });
  const gone = golden.runs.filter(({ name }) => now.runs.every((run) => run.name !== name));
  return [
    ...compared,
    ...gone.map(({ name, calls }): RunDiff => ({
      run: name,
      state: 'gone',
      calls: calls.length,
      differences: [],
    })),
  ];
}

function newRun(run: string, calls: number): RunDiff {
  return { run, state: 'new', calls, differences: [] };
}

function printDiffs(context: CommandContext, diffs: readonly RecordingDiff[]): void {
  const colors = picocolors.createColors(
    process.stdout.isTTY && !process.env['NO_COLOR'] && !process.env['CI'],
  );
  if (diffs.length === 0) context.print('Nothing waits for review.');
  for (const { id, state, runs } of diffs) {
    context.print(`${id}   ${state === 'same' ? 'no difference at this level' : state}`);
    for (const { run, state: runState, calls, differences } of runs) {
      if (runState === 'same') continue;
      context.print(`  run ${printable(run)}   ${runState}   ${counted(calls, 'call')}`);
      for (const line of differenceLines(differences, { colors, calls })) context.print(`    ${line}`);
    }
  }
  const open = diffs.filter(({ state }) => state !== 'same').map(({ id }) => id);
  if (open.length > 0) {
    context.print('');
    context.print(`accept  npx touchstone accept ${open.length > 3 ? '--all' : open.join(' ')}`);
    context.print(`reject  npx touchstone reject ${open.length > 3 ? '--all' : open.join(' ')}`);
  }
}
