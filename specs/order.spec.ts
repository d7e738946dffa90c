import { expect, test } from 'touchstone/vitest';
import { placeOrder, shop } from './tools/order.ts';

const order = { orderId: 'n-12', items: ['lamp', 'bulb'], cardToken: 'tok_4f9a2c71' };

test('an order is reserved, charged and placed', async ({ harness }) => {
  Object.assign(shop, { declines: 0, reserved: [], charged: [] });
  const call = await harness.call(placeOrder, order);
  expect(call).toMatchObject({ status: 'succeeded', output: { paymentId: 'pay_n-12', status: 'placed' } });
  await expect(call.run).toMatchGolden();
  expect(call.run).toHaveNoFindings();
});

test('goods are reserved once although the bank had to be asked three times', async ({ harness }) => {
  Object.assign(shop, { declines: 2, reserved: [], charged: [] });
  const call = await harness.call(placeOrder, order);
  expect(call.status).toBe('succeeded');
  expect(call.run.toolCalls[0]?.attempts.map(({ outcome }) => outcome)).toEqual([
    'failed',
    'failed',
    'succeeded',
  ]);
  if (call.run.mode !== 'replay') {
    expect(shop).toMatchObject({ reserved: ['lamp', 'bulb'], charged: ['n-12'] });
  }
  await expect(call.run).toMatchGolden();
});

test('an order without goods is refused and nothing is reserved', async ({ harness }) => {
  Object.assign(shop, { declines: 0, reserved: [], charged: [] });
  const call = await harness.call(placeOrder, { ...order, items: [] });
  expect(call).toMatchObject({
    status: 'failed',
    error: { status: 422, details: { issues: [{ code: 'too_small' }] } },
  });
  expect(shop.reserved).toEqual([]);
  await expect(call.run).toMatchGolden();
});
