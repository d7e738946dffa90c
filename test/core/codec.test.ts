import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, isEqual } from '../../src/core/canonical.ts';
import { decode, encode } from '../../src/core/codec.ts';
import { AppError } from '../../src/core/errors.ts';

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withNullPrototype: false,
  withTypedArray: false,
  key: fc.oneof(fc.string(), fc.constantFrom('__proto__', '$type', 'constructor', 'toString')),
});

describe('codec', () => {
  test('gives back an equal value for whatever it is given, also after JSON', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const stored = JSON.parse(JSON.stringify(encode(value)));
        expect(decode(stored)).toEqual(value);
        expect(canonicalJson(decode(stored))).toBe(canonicalJson(value));
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['undefined', undefined],
    ['minus zero', -0],
    ['not a number', Number.NaN],
    ['infinity', Number.NEGATIVE_INFINITY],
    ['an invalid date', new Date(Number.NaN)],
    ['bytes', new Uint8Array([0, 255])],
    ['an own $type key', { $type: 'date', value: 'no date' }],
    ['an own __proto__ key', JSON.parse('{"__proto__":{"polluted":true}}')],
  ])('keeps %s', (_name, value) => {
    expect(decode(JSON.parse(JSON.stringify(encode(value))))).toStrictEqual(value);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  test('tells 0 from -0 and knows NaN as itself', () => {
    expect(isEqual(0, -0)).toBe(false);
    expect(isEqual([Number.NaN], [Number.NaN])).toBe(true);
    expect(isEqual(new Map([[1, 2]]), new Map([[1, 3]]))).toBe(false);
  });

  test('does not depend on the order of keys', () => {
    expect(canonicalJson({ b: 1, a: [{ d: 1, c: 2 }] })).toBe('{"a":[{"c":2,"d":1}],"b":1}');
  });

  test('names the place of what cannot be stored', () => {
    const cycle: Record<string, unknown> = { list: [1] };
    (cycle.list as unknown[]).push(cycle);
    expect(() => encode(cycle)).toThrow(/a cycle cannot be stored \(at list\[1\]\)/);
    expect(() => encode({ when: { call: () => 1 } })).toThrow(
      /a function cannot be stored \(at when\.call\)/,
    );
  });

  test('refuses values that are deeper than 1,000 levels instead of overflowing', () => {
    let deep: unknown = 'end';
    for (let level = 0; level < 100_000; level++) deep = { deep };
    expect(() => encode(deep)).toThrow(AppError);
    expect(() => encode(deep)).toThrow(/a value with more than 1000 levels/);
  });
});
