import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alignTraces, compareTraces } from '../../src/compare/compare-traces.ts';
import type { TraceCall } from '../../src/trace/trace.ts';
import { exampleCall as call, exampleTrace as trace } from './example-traces.ts';

const kinds = (left: TraceCall[], right: TraceCall[], options = {}) =>
  compareTraces(trace(left), trace(right), options).differences.map(
    ({ kind, toolName }) => `${kind} ${toolName}`,
  );

describe('laws', () => {
  const value = fc.jsonValue({ maxDepth: 2 });
  const anyCall = fc
    .record({
      toolName: fc.constantFrom('read', 'write', 'mail'),
      scope: fc.constantFrom('a', 'b'),
      input: fc.oneof(fc.constantFrom({ id: 1 }, { id: 2 }, { id: 1, n: 2 }), value),
      output: fc.oneof(fc.constantFrom('x', 'y'), value),
    })
    .map(({ toolName, input, output, scope }) => call(toolName, input, { output, scope }));
  const calls = fc.array(anyCall, { maxLength: 12 });

  test('a trace equals itself', () => {
    fc.assert(
      fc.property(calls, (list) => {
        expect(kinds(list, structuredClone(list))).toEqual([]);
      }),
    );
  });

  test('the other way round the same differences, with added for removed', () => {
    const mirror = (kind: string) =>
      kind.replace(/^(added|removed)/, (word) => (word === 'added' ? 'removed' : 'added'));
    fc.assert(
      fc.property(calls, calls, (left, right) => {
        expect(kinds(left, right).map(mirror).sort()).toEqual(kinds(right, left).sort());
      }),
      { numRuns: 500 },
    );
  });

  test('one call put into a hundred is one difference', () => {
    const hundred = fc.array(anyCall, { minLength: 100, maxLength: 100 });
    fc.assert(
      fc.property(hundred, anyCall, fc.nat(100), (list, extra, place) => {
        expect(kinds(list, list.toSpliced(place, 0, extra))).toEqual([`added ${extra.toolName}`]);
      }),
    );
  });

  test('every call stands in exactly one row', () => {
    fc.assert(
      fc.property(
        calls,
        calls,
        fc.constantFrom('exact' as const, 'at-least' as const),
        (left, right, level) => {
          const { rows } = alignTraces(trace(left), trace(right), { level });
          const places = (side: 'golden' | 'actual') =>
            rows.flatMap((row) => (row[side] ? [row[side].index] : [])).sort((one, other) => one - other);
          expect([places('golden'), places('actual')]).toEqual([
            left.map((_, i) => i),
            right.map((_, i) => i),
          ]);
        },
      ),
    );
  });

  test('renaming all produced ids changes nothing', () => {
    const ids = fc.array(fc.uuid({ version: 4 }), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(ids, fc.array(fc.nat(5), { maxLength: 8 }), (known, uses) => {
        const build = (names: string[]) => [
          ...names.map((id) => call('create', {}, { output: { id } })),
          ...uses.map((use) => call('get', { text: `order ${names[use % names.length]}` })),
        ];
        const renamed = known.map((id, i) => `${i}${i}${i}${i}${i}${i}${i}${i}${id.slice(8)}`);
        expect(kinds(build(known), build(renamed))).toEqual([]);
      }),
    );
  });
});
