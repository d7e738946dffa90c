import { expect, test } from 'touchstone/vitest';
import { noteWorkflow } from '../workflows.ts';

test('a note about a refund', async ({ harness }) => {
  const run = await harness.run(noteWorkflow, { orderId: 'o-1', amount: 40 });
  expect(run).toHaveStatus('completed');
  await expect(run).toMatchGolden();
});
