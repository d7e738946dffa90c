import { readdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../src/core/errors.ts';
import { seededIds } from '../../src/core/ids.ts';
import { importTraces } from '../../src/record/import/import-traces.ts';
import { parseRecording } from '../../src/record/file/parse-recording.ts';
import { formatRecording, readRecording } from '../../src/record/recording-file.ts';
import { createReplayer } from '../../src/record/replayer.ts';
import { messages } from './conversation-sample.ts';

const recording = {
  header: {
    format: 'touchstone-recording' as const,
    version: 1,
    spec: 'specs/a.spec.ts',
    test: 'a',
    complete: true,
    tools: [{ name: 'getOrder', inputSchemaHash: 'ab12', readOnly: true }],
  },
  runs: importTraces(JSON.stringify(messages.slice(0, 4)), { format: 'openai-messages' }),
};
const text = formatRecording(recording);

/** Reads a text as a recording: read, or refused by an AppError with the file's name; anything else fails the test. */
function outcomeOf(content: string): 'read' | 'refused' {
  try {
    const { runs } = parseRecording(content, 'recordings/a.trace.json');
    for (const run of runs) createReplayer(run).next({ toolName: 'getOrder', input: {} });
    return 'read';
  } catch (error) {
    if (!AppError.is(error) || error.code !== 'RECORDING_INVALID') throw error;
    const isOneSentence = error.message.includes('recordings/a.trace.json') && !error.message.includes('\n');
    if (!isOneSentence) throw error;
    return 'refused';
  }
}

// 100,000 take half a minute; each run of the suite takes a part of them.
const rounds = Number(process.env['DAMAGED_FILES'] ?? 15_000);

describe('a recording is input from strangers', () => {
  test('damaged files are read or refused with one sentence, and touch nothing', { timeout: 120_000 }, () => {
    const { random } = seededIds(7);
    const pick = (count: number): number => Math.floor(random() * count);
    const pieces = [
      '"',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '\\',
      '\u0000',
      '__proto__',
      '"$type": "map"',
      '1e999',
      'null',
      '-',
      '\ud800',
      'true',
    ];
    const keysBefore = Reflect.ownKeys(Object.prototype).length;
    const counts = { read: 0, refused: 0 };
    for (let round = 0; round < rounds; round += 1) {
      const at = pick(text.length);
      const length = pick(3) === 0 ? pick(200) : pick(4);
      const kind = pick(5);
      let damaged = text;
      if (kind === 0) damaged = text.slice(0, at);
      else if (kind === 1) damaged = text.slice(0, at) + text.slice(at + length + 1);
      else if (kind === 2)
        damaged = text.slice(0, at) + pieces[pick(pieces.length)] + text.slice(at + length);
      else if (kind === 3)
        damaged = text.slice(0, at) + text.slice(pick(text.length), pick(text.length)) + text.slice(at);
      else
        damaged = text.replace(/"[\w.]+": ("[^"]*"|\d+|true)/g, (field) =>
          pick(40) === 0 ? field.replace(/: .*/, ': {}') : field,
        );
      counts[outcomeOf(damaged)] += 1;
    }
    expect(counts.read + counts.refused).toBe(rounds);
    expect(counts.refused).toBeGreaterThan(rounds / 2);
    expect(Reflect.ownKeys(Object.prototype)).toHaveLength(keysBefore);
  });

  test.each([
    ['an own __proto__', '{"__proto__":{"polluted":1}}'],
    ['constructor.prototype', '{"constructor":{"prototype":{"polluted":1}}}'],
    ['a huge exponent', '1e400'],
    ['an unsafe integer', '9007199254740993'],
    ['a lone surrogate', '"\\ud800"'],
    ['a byte order mark', '\ufeff{}'],
    ['trailing data', '{}{}'],
    ['NaN', 'NaN'],
    ['a million keys', `{${Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":0`).join(',')}}`],
    ['deep nesting', '{"a":'.repeat(200_000)],
    ['JSON lines', '{"a":1}\r\n{"a":2}\r\n'],
    ['a YAML tag', '!!js/function "x"'],
    ['a hook', '{"setup":"node x.js"}'],
    ['an unknown version', text.replace('"version": 1', '"version": 999')],
    ['a map that is none', text.replace('"input": {', '"input": { "$type": "map", "entries": 1,')],
  ])('%s is refused', (_name, content) => {
    expect(outcomeOf(content)).toBe('refused');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('a __proto__ key inside a value stays a plain key', () => {
    const hostile = text.replace('"orderId": "o-1"', '"__proto__": { "polluted": 1 }');
    const { runs } = parseRecording(hostile, 'x');
    expect(Object.keys(runs[0]!.calls[0]!.input as object)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(formatRecording({ ...recording, runs })).toContain('"__proto__"');
  });

  test('a link to another file is refused without showing what stands there, and a folder is no recording', () => {
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
    try {
      writeFileSync(join(folder, 'secret'), 'root:hidden-words');
      symlinkSync(join(folder, 'secret'), join(folder, 'a.trace.json'));
      expect(() => readRecording(join(folder, 'a.trace.json'))).toThrow(/is not JSON at line 1, column 1/);
      expect(() => readRecording(join(folder, 'a.trace.json'))).not.toThrow(/hidden-words/);
      expect(() => readRecording(folder)).toThrow(/is no file/);
      expect(readdirSync(folder).sort()).toEqual(['a.trace.json', 'secret']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
