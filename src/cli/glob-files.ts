import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The files under a folder that match one of the globs (`*`, `**`, `?`, `{a,b}`), relative to it, sorted. Folders named
 * `node_modules` and those whose name begins with a dot are not entered; links are not followed.
 */
export function globFiles(root: string, globs: readonly string[]): string[] {
  const patterns = globs.map((glob) => toPattern(glob.replace(/^\.\//, '')));
  const found: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) visit(path);
      else if (entry.isFile() && patterns.some((pattern) => pattern.test(path))) found.push(path);
    }
  };
  visit('');
  return found.sort();
}

function toPattern(glob: string): RegExp {
  const source = glob.replaceAll(/\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[\\^$.+()[\]|{}]/g, (part) => {
    if (part === '**/') return '(?:[^/]+/)*';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    if (part.length > 1) return `(?:${part.slice(1, -1).split(',').map(escape).join('|')})`;
    return escape(part);
  });
  return new RegExp(`^${source}$`);
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
