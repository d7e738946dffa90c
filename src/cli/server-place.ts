import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../core/errors.ts';

/** Reads `--env name=value` options. @throws AppError CONFIG_INVALID for anything else. */
export function readVariables(given: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    given.map((pair) => {
      const at = pair.indexOf('=');
      if (at > 0) return [pair.slice(0, at), pair.slice(at + 1)];
      throw new AppError('CONFIG_INVALID', `--env must be <name>=<value>, not ${pair}.`);
    }),
  );
}

/** Fills the fresh folder of a server: something to read, to overwrite and to list; names that the made inputs ask for. */
export async function fillFolder(folder: string): Promise<void> {
  await writeFile(join(folder, 'note.txt'), 'alpha\nbeta\n');
  await mkdir(join(folder, 'folder'));
  await writeFile(join(folder, 'folder', 'inner.txt'), 'inner\n');
}
