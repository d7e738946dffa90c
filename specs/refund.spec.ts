import { expect, test } from 'touchstone/vitest';
import { issueRefund, lookUpOrder } from './tools/refund.ts';
import { hastyRefundWorkflow, refundWorkflow } from './workflows/refund.ts';

test('a small refund is paid at once', async ({ harness }) => {
  const run = await harness.run(refundWorkflow, { orderId: 'o-1', wish: 40 });
  expect(run).toHaveStatus('completed');
  expect(run).toHaveCalledTool(lookUpOrder, { orderId: 'o-1' });
  expect(run).toHaveCalledTool(issueRefund, { orderId: 'o-1', amount: 40 }, { times: 1 });
  await expect(run).toMatchGolden({ level: 'exact' });
  expect(run).toHaveNoFindings();
});

test('nobody gets back more than the order cost', async ({ harness }) => {
  const run = await harness.run(refundWorkflow, { orderId: 'o-1', wish: 99 });
  expect(run).toHaveCalledTool(issueRefund, { amount: 60 });
  await expect(run).toMatchGolden();
});

test('a larger refund waits until a person approves', async ({ harness }) => {
  const waiting = await harness.run(refundWorkflow, { orderId: 'o-2', wish: 300 });
  expect(waiting).toHaveStatus('awaiting_approval');
  expect(waiting.approvals[0]?.reasons).toEqual(['More than 100 euros leave the house.']);

  const run = await harness.resume(waiting, 'approve');
  expect(run).toHaveStatus('completed');
  expect(run).toHaveCalledTool(issueRefund, { amount: 300 }, { times: 1, status: 'succeeded' });
  await expect(run).toMatchGolden();
});

test('a larger refund that a person rejects is never paid', async ({ harness }) => {
  const waiting = await harness.run(refundWorkflow, { orderId: 'o-2', wish: 300 });
  const [approval] = waiting.approvals;
  const run = await harness.resume(waiting, {
    [approval!.approvalId]: { decision: 'reject', note: 'Ask for a photo first.', decidedBy: 'mira' },
  });
  expect(run).toHaveStatus('failed');
  expect(run.error).toMatchObject({
    code: 'APPROVAL_REJECTED',
    status: 403,
    message: 'Tool "issueRefund" was rejected by the user. Feedback: Ask for a photo first.',
  });
  await expect(run).toMatchGolden();
});

test('a very large refund is blocked whatever anybody says', async ({ harness }) => {
  const run = await harness.run(refundWorkflow, { orderId: 'o-3', wish: 2_000 });
  expect(run).toHaveStatus('failed');
  expect(run.error).toMatchObject({ code: 'TOOL_BLOCKED', status: 403, details: { reason: 'policy' } });
  await expect(run).toMatchGolden();
});

test('an agent outside the allowlist cannot pay', async ({ harness }) => {
  const run = await harness.run(hastyRefundWorkflow, { orderId: 'o-1', wish: 10 });
  expect(run).toHaveStatus('failed');
  expect(run.error).toMatchObject({
    code: 'TOOL_BLOCKED',
    status: 403,
    details: { reason: 'agent_not_allowed' },
  });
  await expect(run).toMatchGolden();
});
