import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { AppError } from '../../../core/errors.ts';
import { printable } from '../../../core/printable.ts';
import { importFormats, importTraces, type ImportFormat } from '../../../record/import/import-traces.ts';
import { readRecording, writeRecording } from '../../../record/recording-file.ts';
import { pendingPath, recordingId, recordingPath } from '../../../record/recording-name.ts';
import { counted } from '../../../review/text/words.ts';
import { RECORDING_VERSION, type Recording } from '../../../trace/recording.ts';
import type { Trace } from '../../../trace/trace.ts';
import type { CommandContext, ExitCode } from '../../command.ts';
import { recordingsFolder } from '../../load-project.ts';

/** Writes one recording for each run of a foreign file: golden where there is none yet, else waiting for review. */
export async function importRecordings(context: CommandContext): Promise<ExitCode> {
  const [word = ''] = context.args;
  const format = context.options['format'] as ImportFormat | undefined;
  if (format === undefined) {
    throw new AppError(
      'CONFIG_INVALID',
      `Say how ${word} is written: --format ${importFormats.join(' | ')}.`,
    );
  }
  const file = resolve(context.cwd, word);
  const sensitiveFieldNames = (context.options['sensitive'] as string[] | undefined) ?? [];
  const traces = readTraces(file, word, format, sensitiveFieldNames);
  const folder = await recordingsFolder(context.cwd, context.options['config']);
  const place = String(context.options['as'] ?? `imported/${basename(word).replace(/\.[^.]*$/, '')}`);
  const written = traces.map((trace) => writeOne(trace, folder, place));
  const calls = traces.reduce((sum, trace) => sum + trace.calls.length, 0);
  const waiting = written.filter(({ state }) => state === 'changed').length;
  if (context.options['json'] === true) {
    context.printJson({ runs: traces.length, calls, recordings: written });
    return 0;
  }
  context.print(
    `Imported ${counted(traces.length, 'run')} with ${counted(calls, 'call')} from ${printable(word)}${waiting > 0 ? `; ${waiting} differ from what was there and wait for review (npx touchstone diff)` : ''}.`,
  );
  const first = written[0];
  if (first !== undefined) context.print(`See one of them: npx touchstone show ${first.id}`);
  return 0;
}

function readTraces(
  file: string,
  word: string,
  format: ImportFormat,
  sensitiveFieldNames: string[],
): Trace[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new AppError(
      'CONFIG_INVALID',
      `The file ${printable(word)} cannot be read (${code ?? 'unknown reason'}).`,
    );
  }
  try {
    return importTraces(text, { format, sensitiveFieldNames });
  } catch (error) {
    if (!AppError.is(error)) throw error;
    throw new AppError(error.code, `${printable(word)}: ${error.message}`, { cause: error });
  }
}

interface Written {
  id: string;
  state: 'new' | 'changed' | 'same';
}

function writeOne(trace: Trace, folder: string, place: string): Written {
  const file = recordingPath(join(folder, ...place.split('/').map(safe)), { spec: '', test: trace.name });
  const id = recordingId(folder, file);
  const recording: Recording = {
    header: {
      format: 'touchstone-recording',
      version: RECORDING_VERSION,
      // No spec of this project makes these runs.
      spec: '',
      test: trace.name,
      complete: true,
      tools: [],
    },
    runs: [trace],
  };
  const before = readBefore(file);
  if (before === undefined) {
    writeRecording(file, recording);
    return { id, state: 'new' };
  }
  if (JSON.stringify(before) === JSON.stringify(recording)) return { id, state: 'same' };
  writeRecording(pendingPath(file), recording);
  return { id, state: 'changed' };
}

function readBefore(file: string): Recording | undefined {
  try {
    return readRecording(file);
  } catch (error) {
    if (AppError.is(error) && error.message.includes('does not exist')) return undefined;
    throw error;
  }
}

// A name of a folder that stays inside its parent on every system.
function safe(part: string): string {
  return part.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^\.+/, '') || 'imported';
}
