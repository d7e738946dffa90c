import { expect, test } from 'vitest';
import { createSchedule } from '../../src/probe/experiments/schedule.ts';

test('a schedule walks through every order of two queues once, depth first', () => {
  const orders: string[] = [];
  let choices: readonly number[] | undefined = [];
  while (choices !== undefined) {
    const schedule = createSchedule(choices);
    // Two executions of two operations each: at most one operation of each waits.
    const left = [2, 2];
    let order = '';
    while (left[0]! + left[1]! > 0) {
      const waiting = [0, 1].filter((index) => left[index]! > 0);
      const next = waiting[schedule.choose(waiting.length)]!;
      left[next]! -= 1;
      order += 'AB'[next];
    }
    orders.push(order);
    choices = schedule.next();
  }
  expect(orders).toEqual(['AABB', 'ABAB', 'ABBA', 'BAAB', 'BABA', 'BBAA']);
});
