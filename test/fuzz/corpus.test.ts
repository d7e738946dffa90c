import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { corpusFile, readCorpus, writeCorpus } from '../../src/fuzz/search/corpus.ts';
import { formatToken, readToken } from '../../src/fuzz/search/replay-token.ts';
import { readSchema } from '../../src/schema/read-schema.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'corpus-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const schema = readSchema(z.object({ n: z.number(), at: z.date().optional() }));
const entry = (input: unknown) => ({ law: 'no-crash', input, token: '1:2', schemaHash: schema.hash() });

describe('the corpus', () => {
  test('keeps values that JSON would lose, each once, and writes the same bytes for the same entries', () => {
    const file = corpusFile(folder, 'issueRefund');
    const entries = [entry({ n: -0, at: new Date(5) }), entry({ n: 1 }), entry({ n: 1 })];
    writeCorpus(file, entries);
    const bytes = readFileSync(file, 'utf8');
    expect(readCorpus(file, schema)).toEqual([entries[0], entries[1]]);
    writeCorpus(file, [...entries].reverse());
    expect(readFileSync(file, 'utf8')).toBe(bytes);
  });

  test('heals itself: entries that a changed schema refuses are dropped, the others stay', () => {
    const file = corpusFile(folder, 'issueRefund');
    writeCorpus(file, [entry({ n: 1 }), entry({ n: 50 })]);
    const stricter = readSchema(z.object({ n: z.number().max(9) }));
    expect(readCorpus(file, stricter)).toEqual([{ ...entry({ n: 1 }), schemaHash: stricter.hash() }]);
  });

  test('reads nothing from a damaged file, and removes a file without entries', () => {
    const file = corpusFile(folder, 'a');
    writeFileSync(file, '{"entries": [{"law": 3}, null, {"law": "x", "input": {"$type": "bigint"}}]');
    expect(readCorpus(file, schema)).toEqual([]);
    writeCorpus(file, []);
    expect(existsSync(file)).toBe(false);
  });

  test('gives each tool a file of its own inside the folder', () => {
    const files = ['a.b', 'a_b', '../x', 'A'].map((name) => corpusFile('/c', name));
    expect(new Set(files).size).toBe(4);
    expect(files.every((file) => file.startsWith('/c/') && !file.includes('..'))).toBe(true);
  });
});

describe('the replay token', () => {
  test('is read as it is printed', () => {
    const tokens = [{ seed: 5 }, { seed: -7, path: '3' }, { seed: 0, path: '12:0:4' }];
    expect(tokens.map((token) => readToken(formatToken(token)))).toEqual(tokens);
  });

  test('refuses anything else in one sentence', () => {
    for (const text of ['', 'x', '1:', '1:a', '99999999999', '1:2:']) {
      expect(() => readToken(text)).toThrow(
        /is no seed; give a number or the seed:path that a finding shows\.$/,
      );
    }
  });
});
