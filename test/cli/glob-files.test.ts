import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { globFiles } from '../../src/cli/glob-files.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'touchstone-'));
  for (const path of [
    'a.ts',
    'src/b.ts',
    'src/tools/c.ts',
    'src/tools/d.mjs',
    'src/x(1).ts',
    'node_modules/e.ts',
    '.cache/f.ts',
  ]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), '');
  }
});
afterAll(() => rmSync(root, { recursive: true }));

test.each([
  [['**/*.ts'], ['a.ts', 'src/b.ts', 'src/tools/c.ts', 'src/x(1).ts']],
  [['*.ts'], ['a.ts']],
  [['src/*.ts'], ['src/b.ts', 'src/x(1).ts']],
  [['./src/**/*.{ts,mjs}'], ['src/b.ts', 'src/tools/c.ts', 'src/tools/d.mjs', 'src/x(1).ts']],
  [['src/x(1).ts'], ['src/x(1).ts']],
  [
    ['src/?.ts', 'a.ts'],
    ['a.ts', 'src/b.ts'],
  ],
  [['nothing/**'], []],
])('%j finds %j', (globs, files) => {
  expect(globFiles(root, globs)).toEqual(files);
});
