import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRecordings, listRecordings } from '../../src/cli/find-recordings.ts';

let root: string;
let folder: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'touchstone-'));
  folder = join(root, 'recordings');
  mkdirSync(join(folder, 'refund'), { recursive: true });
  for (const file of [
    'refund/small.trace.json',
    'refund/small.trace.new.json',
    'refund/large.trace.new.json',
    'a.txt',
  ]) {
    writeFileSync(join(folder, file), '{}');
  }
});
afterAll(() => rmSync(root, { recursive: true }));

test('lists each recording once, with what there is of it', () => {
  expect(
    listRecordings(folder).map(({ id, hasGolden, hasPending }) => ({ id, hasGolden, hasPending })),
  ).toEqual([
    { id: 'refund/large', hasGolden: false, hasPending: true },
    { id: 'refund/small', hasGolden: true, hasPending: true },
  ]);
  expect(listRecordings(join(root, 'nothing'))).toEqual([]);
});

test('an id, a path from here and the path of the pending file mean the same recording', () => {
  const words = [
    'refund/small',
    'recordings/refund/small.trace.json',
    'recordings/refund/small.trace.new.json',
  ];
  expect(findRecordings(folder, words, root).map(({ id }) => id)).toEqual([
    'refund/small',
    'refund/small',
    'refund/small',
  ]);
});

test('a word that means nothing is answered with the nearest ids', () => {
  expect(() => findRecordings(folder, ['small'], root)).toThrow(
    'There is no recording small in recordings; did you mean refund/small.',
  );
  expect(() => findRecordings(join(root, 'none'), ['x'], root)).toThrow(
    'There is no recording x in none, which holds no recording yet; make them with: npx touchstone record.',
  );
});
