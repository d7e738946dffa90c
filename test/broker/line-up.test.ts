import { expect, test } from 'vitest';
import { createLine } from '../../src/broker/run/line-up.ts';

test('nobody waits in an empty line', () => {
  const line = createLine();
  const first = line.enter();
  expect(first.wait()).toBeUndefined();
  first.release();
  expect(line.enter().wait()).toBeUndefined();
});

test('a call whose predecessor ended early still waits for those before it', async () => {
  const line = createLine();
  const [first, second, third] = [line.enter(), line.enter(), line.enter()];
  const order: string[] = [];
  const waiting = third.wait()!.then(() => order.push('third'));
  second.release();
  await Promise.resolve();
  order.push('first');
  first.release();
  first.release();
  await waiting;
  expect(order).toEqual(['first', 'third']);
  third.release();
  expect(line.enter().wait()).toBeUndefined();
});
