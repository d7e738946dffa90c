import picocolors from 'picocolors';
import { expect, test } from 'vitest';
import { differenceLines } from '../../../src/review/text/difference-text.ts';
import { amountChanged } from '../example-report.ts';

const colors = picocolors.createColors(false);

test('a large part that differs in many places is shown line by line', () => {
  const items = (price: number) =>
    Array.from({ length: 4 }, (_, id) => ({ id, name: 'a mug with a long name', price: price + id }));
  const difference = {
    ...amountChanged,
    path: 'input.items',
    expected: items(1),
    actual: items(1).with(2, { id: 2, name: 'a cup', price: 9 }),
  };
  expect(differenceLines([difference], { colors, calls: 3 }).join('\n')).toMatchInlineSnapshot(`
    "refund-specialist → issueRefund    args-changed
         input.items
            [
              ...
              ...
              {
           -    name: "a mug with a long name"
           +    name: "a cup"
           -    price: 3
           +    price: 9
              }
              ...
            ]
    2 more calls same"
  `);
});

test('calls of one tool that changed are headed by agent and tool, and equal ones are counted', () => {
  const removed = {
    ...amountChanged,
    kind: 'removed' as const,
    position: 3,
    callId: 'c3',
    expected: { a: 1 },
    message: 'gone',
  };
  expect(differenceLines([amountChanged, removed], { colors, calls: 3 })).toEqual([
    'refund-specialist → issueRefund    args-changed',
    '     input.amount     40  →  400',
    'refund-specialist → issueRefund    removed',
    '     - { a: 1 }',
    '2 more calls same',
  ]);
});
