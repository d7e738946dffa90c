import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEqual } from '../../src/core/canonical.ts';
import { paintDifference } from '../../src/compare/paint.ts';

test('a changed field is shown with its old and its new value', () => {
  expect(paintDifference({ orderId: 'o-1', amount: 40 }, { orderId: 'o-1', amount: 400 }))
    .toMatchInlineSnapshot(`
    " {
    -  amount: 40
    +  amount: 400
     }"
  `);
});

test('values that json-diff takes for equal are shown as different', () => {
  expect(paintDifference({ a: undefined }, {})).not.toBe('');
  expect(paintDifference(-0, 0)).not.toBe('');
  expect(paintDifference(new Map([[1, 2]]), new Map([[1, 3]]))).not.toBe('');
  expect(paintDifference(JSON.parse('{"__proto__":1}'), {})).toBe('- {"__proto__":1}\n+ {}');
  expect(paintDifference(Number.NaN, Number.NaN)).toBe('');
});

test('the values are not changed', () => {
  const value = Object.freeze({ list: Object.freeze([1.23456]) });
  paintDifference(value, { list: [1.2] });
  expect(value).toEqual({ list: [1.23456] });
});

test('large, deep and cyclic values end quickly', () => {
  const list = (changed: number) =>
    Array.from({ length: 2_000 }, (_, id) => ({ id, name: 'x', value: changed }));
  const started = performance.now();
  expect(paintDifference(list(1), list(2))).toMatch(/^- .*characters\)\n\+ /);
  let deep: unknown = 1;
  for (let depth = 0; depth < 5_000; depth++) deep = [deep];
  expect(paintDifference(deep, 1)).not.toBe('');
  expect(performance.now() - started).toBeLessThan(1_000);
});

test('the text is empty exactly for equal values', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
      expect(paintDifference(left, right) === '').toBe(isEqual(left, right));
    }),
  );
});
