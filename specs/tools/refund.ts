import { tool } from 'touchstone';
import { z } from 'zod';

const orders = new Map([
  ['o-1', { customer: 'c-7', total: 60, delivered: true }],
  ['o-2', { customer: 'c-8', total: 480, delivered: true }],
  ['o-3', { customer: 'c-9', total: 2400, delivered: false }],
]);

/** Refunds that were paid, by order: asking twice for the same order pays once. */
const paid = new Map<string, string>();

export const lookUpOrder = tool({
  name: 'lookUpOrder',
  description: 'Finds an order by its number and says what it cost and whether it has arrived.',
  inputSchema: z.object({ orderId: z.string().min(1).describe('Order number, such as o-1') }),
  outputSchema: z.object({ customer: z.string(), total: z.number(), delivered: z.boolean() }),
  annotations: { readOnlyHint: true },
  execute: ({ orderId }) => {
    const order = orders.get(orderId);
    if (order === undefined) throw new Error(`There is no order ${orderId}.`);
    return order;
  },
});

export const issueRefund = tool({
  name: 'issueRefund',
  description: 'Pays money for an order back to the customer. Use it once the order was found to be faulty.',
  inputSchema: z.object({
    orderId: z.string().min(1).describe('Order number, such as o-1'),
    amount: z.number().positive().describe('Euros to pay back'),
  }),
  outputSchema: z.object({ refundId: z.string(), status: z.literal('succeeded') }),
  allowedAgentNames: ['refund-specialist'],
  annotations: { idempotentHint: true, destructiveHint: false },
  timeoutMs: 5_000,
  retry: { maxAttempts: 2 },
  execute: ({ orderId }) => {
    const refundId = paid.get(orderId) ?? `re_${orderId}`;
    paid.set(orderId, refundId);
    return { refundId, status: 'succeeded' as const };
  },
});
