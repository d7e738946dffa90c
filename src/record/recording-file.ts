import { readFileSync, statSync } from 'node:fs';
import { AppError } from '../core/errors.ts';
import type { Recording } from '../trace/recording.ts';
import type { Trace } from '../trace/trace.ts';
import { formatRecording } from './file/format-recording.ts';
import { parseRecording } from './file/parse-recording.ts';
import { invalid } from './file/invalid.ts';
import { replaceFile } from './file/replace-file.ts';
import { RECORDING_VERSION } from '../trace/recording.ts';

export { formatRecording } from './file/format-recording.ts';

/** The largest file that is read, in bytes. */
export const LARGEST_RECORDING = 256 * 1024 * 1024;

/**
 * Reads a recording: its header, and a Trace of each run.
 * @throws AppError RECORDING_INVALID naming file, line and what to do, for a file that is missing, damaged, truncated,
 * in a merge conflict, of another program or of a newer version.
 */
export function readRecording(file: string): Recording {
  return parseRecording(readText(file), file);
}

/**
 * Reads a recording that holds exactly one run.
 * @throws AppError RECORDING_INVALID as `readRecording` does, and for several runs or none.
 */
export function readTrace(file: string): Trace {
  const { runs } = readRecording(file);
  if (runs.length === 1 && runs[0] !== undefined) return runs[0];
  const names = runs.map((run) => run.name).join(', ') || 'none';
  throw invalid(
    file,
    `holds ${runs.length} runs (${names}), expected one; read all of them with readRecording`,
  );
}

/**
 * Writes a recording: sorted pretty JSON, mode 0600, put in place in one step. A file that already has these bytes is left
 * alone.
 * @throws AppError RECORDING_INVALID when a sensitive value would reach the file; nothing is written then.
 */
export function writeRecording(file: string, recording: Recording): void {
  replaceFile(file, formatRecording(recording, file));
}

/** Writes one run as a recording of its own. */
export function writeTrace(file: string, trace: Trace): void {
  writeRecording(file, {
    header: {
      format: 'touchstone-recording',
      version: RECORDING_VERSION,
      spec: '',
      test: trace.name,
      complete: ['completed', 'failed', 'cancelled'].includes(trace.status),
      tools: [],
    },
    runs: [trace],
  });
}

function readText(file: string): string {
  try {
    const stats = statSync(file);
    if (!stats.isFile()) throw invalid(file, 'is no file');
    if (stats.size > LARGEST_RECORDING) {
      throw invalid(file, `has ${stats.size} bytes, more than the ${LARGEST_RECORDING} that are read`);
    }
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (AppError.is(error)) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw invalid(file, 'does not exist; make it with: npx touchstone record', error);
    throw invalid(file, `cannot be read (${code ?? 'unknown reason'})`, error);
  }
}
