import { expect, test } from 'touchstone/vitest';
import { issueRefund } from '../tools.ts';

test('issueRefund is executed twice in a world', async ({ harness }) => {
  const check = await harness.checkIdempotency(issueRefund, {
    inputs: [
      { orderId: 'o-1', amount: 40 },
      { orderId: 'o', amount: 1 },
    ],
  });
  expect(check.probe).toBe('twice');
});
