import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CompareLevel } from '../../compare/compare-options.ts';
import { parseRecording } from '../../record/file/parse-recording.ts';
import { readRecording } from '../../record/recording-file.ts';
import { recordingChange, type RecordingChange } from '../../review/recording-change.ts';
import { listRecordings } from '../find-recordings.ts';
import type { GitBase } from '../git-base.ts';
import { readReasons, reasonFor } from '../golden/reasons.ts';

const ENDING = '.trace.json';

/** What a branch does to the golden recordings, and why as far as it says. */
export interface BaseChanges {
  changes: RecordingChange[];
  reasons: Map<string, string>;
  /** How many golden recordings are the same as before. */
  same: number;
}

/** Compares the golden recordings of the working tree with those of the base, by content. */
export function baseChanges(folder: string, base: GitBase, level: CompareLevel = 'exact'): BaseChanges {
  const before = base.list(folder).filter((path) => path.endsWith(ENDING));
  const now = listRecordings(folder).filter(({ hasGolden }) => hasGolden);
  const ids = new Set([...before.map((path) => path.slice(0, -ENDING.length)), ...now.map(({ id }) => id)]);
  const all = [...ids].sort().map((id) => changeOf(folder, { base, id, level }));
  const changes = all.filter(({ state }) => state !== 'same');
  return { changes, reasons: reasonsOf(folder, base, changes), same: all.length - changes.length };
}

function changeOf(
  folder: string,
  { base, id, level }: { base: GitBase; id: string; level: CompareLevel },
): RecordingChange {
  const file = join(folder, `${id}${ENDING}`);
  const text = base.read(file);
  const golden =
    text === undefined ? undefined : parseRecording(text, `${file} at ${base.commit.slice(0, 9)}`);
  return recordingChange(id, { golden, actual: existsSync(file) ? readRecording(file) : undefined }, level);
}

/** A reason stands in reasons.json for one recording, or in a commit: `Golden-Change: <id>: why`, or for all without id. */
function reasonsOf(folder: string, base: GitBase, changes: readonly RecordingChange[]): Map<string, string> {
  const written = readReasons(folder);
  const trailers = base.trailers();
  const reasons = new Map<string, string>();
  for (const { id, state } of changes) {
    const own = state === 'gone' ? undefined : reasonFor(written, id, join(folder, `${id}${ENDING}`));
    const named = trailers.find((trailer) => trailer.startsWith(`${id}: `))?.slice(id.length + 2);
    const general = trailers.find((trailer) => !/^[\w./-]+\/[\w./-]+: /.test(trailer));
    const reason = own ?? named ?? general;
    if (reason !== undefined) reasons.set(id, reason);
  }
  return reasons;
}
