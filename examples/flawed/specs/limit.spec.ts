import { expect, test } from 'touchstone/vitest';
import { refundWorkflow } from '../workflows.ts';

test('a large refund', async ({ harness }) => {
  const run = await harness.run(refundWorkflow, { orderId: 'o-9', amount: 250 });
  expect(run).toHaveStatus('completed');
  await expect(run).toMatchGolden();
});
