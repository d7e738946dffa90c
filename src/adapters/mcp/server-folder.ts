import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A fresh temporary folder; its real path, so that what a server reports can be recognised. */
export function createFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'touchstone-mcp-')));
}

/** Deletes a folder made by `createFolder`. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** What a folder holds: for each path its kind and, for files, the hash of the content; sorted by path. */
export function observeFolder(folder: string): Record<string, string> {
  const seen: Record<string, string> = {};
  const walk = (below: string): void => {
    const entries = readdirSync(join(folder, below), { withFileTypes: true });
    for (const entry of entries.sort((left, right) => (left.name < right.name ? -1 : 1))) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) {
        seen[path] = 'folder';
        walk(path);
      } else if (entry.isSymbolicLink()) seen[path] = `link to ${readlinkSync(join(folder, path))}`;
      else if (entry.isFile()) seen[path] = `file ${hash(join(folder, path))}`;
      else seen[path] = 'special';
    }
  };
  walk('');
  return seen;
}

function hash(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);
}
