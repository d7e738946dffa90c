import type { CompareLevel } from '../../compare/compare-options.ts';
import { AppError } from '../../core/errors.ts';
import { readRecording } from '../../record/recording-file.ts';
import { recordingChange, type RecordingChange } from '../../review/recording-change.ts';
import type { Recording } from '../../trace/recording.ts';
import { findRecordings, listRecordings, type FoundRecording } from '../find-recordings.ts';

/** A recording that waits for review, with what it would change. */
export interface PendingChange {
  found: FoundRecording;
  change: RecordingChange;
}

const order = { high: 0, medium: 1, low: 2 };

/** What waits for review, the gravest first; only the named ones where words are given. */
export function pendingChanges(
  folder: string,
  { words = [], cwd, level = 'exact' }: { words?: readonly string[]; cwd: string; level?: CompareLevel },
): PendingChange[] {
  const found = words.length > 0 ? findRecordings(folder, words, cwd) : listRecordings(folder);
  return found
    .filter(({ hasPending }) => hasPending)
    .map((recording) => ({ found: recording, change: changeOf(recording, level) }))
    .sort((left, right) => order[left.change.severity] - order[right.change.severity]);
}

function changeOf(recording: FoundRecording, level: CompareLevel): RecordingChange {
  const { id, golden, pending, hasGolden } = recording;
  const versions = { golden: hasGolden ? readGolden(golden) : undefined, actual: readRecording(pending) };
  return recordingChange(id, versions, level);
}

// A golden that cannot be read is no golden: what waits replaces it.
function readGolden(file: string): Recording | undefined {
  try {
    return readRecording(file);
  } catch (error) {
    if (AppError.is(error) && error.code === 'RECORDING_INVALID') return undefined;
    throw error;
  }
}
