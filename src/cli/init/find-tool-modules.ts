import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const skipped = new Set([
  'node_modules',
  'dist',
  'build',
  'coverage',
  'recordings',
  'specs',
  'test',
  'tests',
]);
const MAX_FILES = 20_000;
const MAX_BYTES = 1_000_000;

/** The source files of a project that declare tools of Touchstone, relative to its folder, sorted. */
export function findToolModules(root: string): string[] {
  const found: string[] = [];
  const open = [root];
  for (let seen = 0; open.length > 0 && seen < MAX_FILES;) {
    const folder = open.pop()!;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      seen += 1;
      if (entry.name.startsWith('.') || skipped.has(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) open.push(path);
      else if (entry.isFile() && isSource(entry.name) && declaresTools(path)) {
        found.push(relative(root, path).replaceAll('\\', '/'));
      }
    }
  }
  return found.sort();
}

function isSource(name: string): boolean {
  return /\.[cm]?[jt]s$/.test(name) && !/\.(d|test|spec|config)\.[cm]?[jt]s$/.test(name);
}

function declaresTools(path: string): boolean {
  if (statSync(path).size > MAX_BYTES) return false;
  const text = readFileSync(path, 'utf8');
  return /from\s+['"]touchstone['"]/.test(text) && /\b(?:tool|defineTool)\s*\(/.test(text);
}
