import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Files up to this size are shown with their text, larger and binary ones with a hash. */
const SHOWN_BYTES = 4_096;

/** What a folder holds: for each path its kind and content, sorted by path, without times and owners. */
export function observeFolder(folder: string): Record<string, string> {
  const seen: [string, string][] = [];
  const walk = (below: string): void => {
    const entries = readdirSync(join(folder, below), { withFileTypes: true });
    for (const entry of entries.sort((left, right) => (left.name < right.name ? -1 : 1))) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) {
        seen.push([`${path}/`, 'folder']);
        walk(path);
      } else if (entry.isSymbolicLink()) seen.push([path, `link to ${readlinkSync(join(folder, path))}`]);
      else if (entry.isFile()) seen.push([path, describeContent(readFileSync(join(folder, path)))]);
      else seen.push([path, 'special file']);
    }
  };
  walk('');
  return Object.fromEntries(seen);
}

function describeContent(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (bytes.length <= SHOWN_BYTES && Buffer.from(text).equals(bytes)) return text;
  return `${bytes.length} bytes, sha256 ${createHash('sha256').update(bytes).digest('hex')}`;
}
