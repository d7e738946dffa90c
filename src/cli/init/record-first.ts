import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { renameSync } from 'node:fs';
import { join, relative } from 'node:path';
import { listRecordings } from '../find-recordings.ts';

/**
 * Records the spec that was just written and accepts what it made, so that the project's first CI run has something to
 * replay. Only that spec is executed; nothing is recorded where it was there before.
 */
export function recordFirst(root: string, written: readonly string[]): string[] {
  const specs = written.filter((path) => path.startsWith('specs/'));
  if (specs.length === 0) return [];
  const main = fileURLToPath(new URL('../main.js', import.meta.url));
  const folder = join(root, 'recordings');
  const before = new Set(listRecordings(folder).map(({ id }) => id));
  const { CI: _ci, ...env } = process.env;
  spawnSync(process.execPath, [main, 'record', ...specs, '--json'], { cwd: root, env, stdio: 'ignore' });
  const fresh = listRecordings(folder).filter(({ id, hasGolden }) => !before.has(id) && !hasGolden);
  for (const { pending, golden } of fresh) renameSync(pending, golden);
  return fresh.map(({ golden }) => relative(root, golden).replaceAll('\\', '/'));
}
