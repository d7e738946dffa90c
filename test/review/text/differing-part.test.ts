import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differingPart } from '../../../src/review/text/differing-part.ts';

test('long texts are cut to where they differ', () => {
  const long =
    'The call was blocked by a policy that nobody remembers, and the reason is written at the very end';
  expect(differingPart(`${long} of it..`, `${long} of it.`)).toEqual([
    '…n at the very end of it..',
    '…n at the very end of it.',
  ]);
});

test('the difference is never what is cut off', () => {
  const text = fc.string({ maxLength: 300 });
  fc.assert(
    fc.property(text, text, text, text, (head, tail, before, now) => {
      const [left, right] = differingPart(head + before + tail, head + now + tail);
      expect(left === right).toBe(head + before + tail === head + now + tail);
    }),
  );
});
