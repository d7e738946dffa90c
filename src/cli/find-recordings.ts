import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { AppError } from '../core/errors.ts';

const goldenEnding = '.trace.json';
const pendingEnding = '.trace.new.json';

/** One recording of the project: the golden file, the one that waits for review, or both. */
export interface FoundRecording {
  /** The path inside the folder of recordings, without the ending; what commands take and print. */
  id: string;
  golden: string;
  pending: string;
  hasGolden: boolean;
  hasPending: boolean;
}

/** All recordings under a folder, by id. A missing folder holds none. */
export function listRecordings(folder: string): FoundRecording[] {
  if (!existsSync(folder)) return [];
  const ids = readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((path) => {
    const id = idOf(path.replaceAll('\\', '/'));
    return id === undefined ? [] : [id];
  });
  return [...new Set(ids)].sort().map((id) => describe(folder, id));
}

/**
 * The recordings that words of the command line mean: ids, or paths of files. A word that means none is CONFIG_INVALID
 * with the nearest known ids.
 */
export function findRecordings(folder: string, words: readonly string[], cwd: string): FoundRecording[] {
  const known = listRecordings(folder);
  return words.map((word) => {
    const id = idOf(relative(folder, resolve(cwd, word)).replaceAll('\\', '/')) ?? idOf(word) ?? word;
    const found = known.find((recording) => recording.id === id);
    if (found !== undefined) return found;
    throw new AppError(
      'CONFIG_INVALID',
      `There is no recording ${word} in ${relative(cwd, folder) || '.'}${suggest(id, known)}.`,
    );
  });
}

function idOf(path: string): string | undefined {
  for (const ending of [pendingEnding, goldenEnding]) {
    if (path.endsWith(ending) && !path.startsWith('..')) return path.slice(0, -ending.length);
  }
  return undefined;
}

function describe(folder: string, id: string): FoundRecording {
  const golden = join(folder, `${id}${goldenEnding}`);
  const pending = join(folder, `${id}${pendingEnding}`);
  return { id, golden, pending, hasGolden: existsSync(golden), hasPending: existsSync(pending) };
}

function suggest(id: string, known: readonly FoundRecording[]): string {
  if (known.length === 0) return ', which holds no recording yet; make them with: npx touchstone record';
  const last = id.split('/').at(-1) ?? id;
  const near = known.filter((recording) => recording.id.includes(last) || last.includes(recording.id));
  const shown = (near.length > 0 ? near : known).slice(0, 5).map((recording) => recording.id);
  return `; did you mean ${shown.join(' or ')}`;
}
