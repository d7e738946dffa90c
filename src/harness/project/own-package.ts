import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Manifest {
  name?: string;
  version?: string;
  exports?: Record<string, string | { default?: string }>;
}

let found: { folder: string; manifest: Manifest } | undefined;

/** The folder of this package and its package.json, whether it runs from `dist` or from the sources. */
export function ownPackage(): { folder: string; manifest: Manifest } {
  found ??= findOwnPackage(dirname(fileURLToPath(import.meta.url)));
  return found;
}

/**
 * The file of this package behind a public name such as `touchstone/vitest`; undefined for other names. Everything that
 * loads user code asks here, so that a project sees one copy of Touchstone, also inside Touchstone's own repository.
 */
export function resolveOwnPackage(specifier: string): string | undefined {
  if (specifier !== 'touchstone' && !specifier.startsWith('touchstone/')) return undefined;
  const { folder, manifest } = ownPackage();
  const entry = manifest.exports?.[`.${specifier.slice('touchstone'.length)}`];
  const path = typeof entry === 'string' ? entry : entry?.default;
  return path === undefined ? undefined : join(folder, path);
}

function findOwnPackage(start: string): { folder: string; manifest: Manifest } {
  for (let folder = start; ; folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (existsSync(file)) {
      const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
      if (manifest.name === 'touchstone') return { folder, manifest };
    }
    if (folder === dirname(folder)) throw new Error('The package.json of touchstone is missing.');
  }
}
