import { expect, test } from 'touchstone/vitest';
import { carefulRefundWorkflow } from '../workflows.ts';

test('a refund after a look at the order', async ({ harness }) => {
  const run = await harness.run(carefulRefundWorkflow, { orderId: 'o-1', amount: 40 });
  expect(run).toHaveStatus('completed');
  await expect(run).toMatchGolden();
});
