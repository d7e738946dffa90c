import { opendirSync } from 'node:fs';
import { join } from 'node:path';

/** What a walk saw. */
export interface WalkedFile {
  /** Relative to where the walk began, with `/`. */
  path: string;
  real: string;
}

const MOST_ENTRIES = 200_000;

/** Visits regular files below a folder in the order of their names; links are never followed. */
export function* walkFiles(
  real: string,
  skip: (name: string) => boolean = () => false,
): Generator<WalkedFile> {
  let seen = 0;
  function* walk(folder: string, below: string): Generator<WalkedFile> {
    for (const entry of readSorted(folder)) {
      seen += 1;
      if (seen > MOST_ENTRIES) return;
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      const place = join(folder, entry.name);
      if (entry.isDirectory() && !skip(entry.name)) yield* walk(place, path);
      else if (entry.isFile()) yield { path, real: place };
    }
  }
  yield* walk(real, '');
}

function readSorted(folder: string) {
  const entries = [];
  try {
    const open = opendirSync(folder);
    for (let entry = open.readSync(); entry !== null; entry = open.readSync()) entries.push(entry);
    open.closeSync();
  } catch {
    // A folder that cannot be read holds nothing for the walk.
  }
  return entries.sort((left, right) => (left.name < right.name ? -1 : 1));
}
