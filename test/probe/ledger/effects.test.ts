import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/core/json.ts';
import { findVolatile, hasFurtherEffects, isSameUpTo } from '../../../src/probe/ledger/effects.ts';
import { describeDifference, firstDifference } from '../../../src/probe/ledger/first-difference.ts';
import { findLostContent } from '../../../src/probe/ledger/lost-content.ts';

const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;
const stable = { values: new Set<string>(), keys: new Set<string>() };

describe('hasFurtherEffects', () => {
  test('sees what was added or changed, and not what is missing', () => {
    const once: Json = { mails: ['a', 'b'], count: 1 };
    expect([
      hasFurtherEffects(once, { mails: ['b', 'a'], count: 1 }, stable),
      hasFurtherEffects(once, { mails: ['a'], count: 1 }, stable),
      hasFurtherEffects(once, { mails: ['a', 'b', 'a'], count: 1 }, stable),
      hasFurtherEffects(once, { mails: ['a', 'b'], count: 2 }, stable),
      hasFurtherEffects(once, { mails: ['a', 'c'], count: 1 }, stable),
      hasFurtherEffects(once, { mails: ['a', 'b'], count: 1, note: 'x' }, stable),
    ]).toEqual([false, false, true, true, true, true]);
  });

  test('nothing has further effects than itself, whatever it is', () => {
    fc.assert(fc.property(json, (value) => !hasFurtherEffects(value, structuredClone(value), stable)));
  });

  test('one item more in any list is a further effect', () => {
    fc.assert(
      fc.property(fc.array(json), json, (items, item) => hasFurtherEffects(items, [...items, item], stable)),
    );
  });
});

describe('findVolatile', () => {
  test('learns ids, row keys and times from two equal runs, and forgives them in a third', () => {
    const run = (id: string, atMs: number): Json => ({
      rows: { [id]: { id, atMs, amount: 5 } },
      refunds: [{ refundId: `re_${id}`, amount: 5 }],
    });
    const volatile = findVolatile(run('a1', 1), run('b2', 2));
    expect({ values: [...volatile.values], keys: [...volatile.keys] }).toEqual({
      values: ['/rows/*/id', '/rows/*/atMs', '/refunds/*/refundId'],
      keys: ['/rows'],
    });
    expect(hasFurtherEffects(run('a1', 1), run('c3', 3), volatile)).toBe(false);
    const twice = {
      ...(run('c3', 3) as object),
      refunds: [
        { refundId: 'x', amount: 5 },
        { refundId: 'y', amount: 5 },
      ],
    };
    expect(hasFurtherEffects(run('a1', 1), twice as Json, volatile)).toBe(true);
  });

  test('a time of today is volatile also where two runs fell into one millisecond', () => {
    const now = Date.now();
    expect(
      isSameUpTo([now, new Date(now).toISOString()], [now + 5, new Date(now + 5).toISOString()], stable),
    ).toBe(true);
    expect(isSameUpTo(1_700_000_000, 1_700_000_005, stable)).toBe(false);
  });
});

describe('findLostContent', () => {
  test('names the place where something is gone or overwritten; growing at the end keeps all', () => {
    const before: Json = { 'note.txt': 'alpha\n', rows: [{ id: 1 }, { id: 2 }] };
    expect([
      findLostContent(before, { ...before, 'new.txt': '' }),
      findLostContent(before, { ...before, 'note.txt': 'alpha\nbeta\n' }),
      findLostContent(before, { ...before, rows: [{ id: 0 }, { id: 1 }, { id: 2 }] }),
      findLostContent(before, { ...before, 'note.txt': 'beta\n' }),
      findLostContent(before, { 'note.txt': 'alpha\n' }),
      findLostContent(before, { ...before, rows: [{ id: 1 }] }),
    ]).toEqual([undefined, undefined, undefined, '["note.txt"]', 'rows', 'rows[1]']);
  });

  test('adding never loses', () => {
    fc.assert(
      fc.property(
        fc.array(json),
        json,
        (items, item) => findLostContent(items, [...items, item]) === undefined,
      ),
    );
  });
});

describe('firstDifference', () => {
  test('is told with its place and both sides', () => {
    const shown = (left: Json, right: Json): string => describeDifference(firstDifference(left, right)!);
    expect([
      shown({ a: [1] }, { a: [1, 2] }),
      shown({ a: 1 }, {}),
      shown({ a: { b: 'x' } }, { a: { b: 'y' } }),
      shown([], {}),
    ]).toEqual([
      'a[1] was added: 2',
      'a was removed: 1',
      'a.b went from "x" to "y"',
      'the observation went from [] to {}',
    ]);
  });

  test('exists if and only if two values differ', () => {
    fc.assert(
      fc.property(json, json, (left, right) => {
        const isEqual = isSameUpTo(left, right, stable);
        return (
          firstDifference(left, left) === undefined && (isEqual || firstDifference(left, right) !== undefined)
        );
      }),
    );
  });
});
