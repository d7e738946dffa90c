import { tool, type Tool } from 'touchstone';
import { z } from 'zod';
import { createPayments, type Payments } from './payments.ts';

/** Flaw 1: every execution books a new refund, since the request carries no idempotency key. */
export function refundTool(payments: Payments) {
  return tool({
    name: 'issueRefund',
    description: 'Pays money back to the customer of an order.',
    inputSchema: z.object({ orderId: z.string(), amount: z.number().positive() }),
    outputSchema: z.object({ refundId: z.string() }),
    retry: { maxAttempts: 3 },
    execute: ({ orderId, amount }) => payments.refund({ orderId, amount }),
  });
}

export const issueRefund = refundTool(createPayments());

export const lookUpOrder = tool({
  name: 'lookUpOrder',
  description: 'Finds an order by its number and says whether it was delivered.',
  inputSchema: z.object({ orderId: z.string() }),
  outputSchema: z.object({ orderId: z.string(), delivered: z.boolean() }),
  annotations: { readOnlyHint: true },
  execute: ({ orderId }) => ({ orderId, delivered: true }),
});

export const findCustomer = tool({
  name: 'findCustomer',
  description: 'Finds the customer who placed an order, with the address that mail goes to.',
  inputSchema: z.object({ orderId: z.string() }),
  outputSchema: z.object({ customerId: z.string(), email: z.string() }),
  annotations: { readOnlyHint: true },
  sensitiveFieldNames: ['email'],
  execute: () => ({ customerId: 'c-7', email: 'ada.lovelace@example.com' }),
});

export const writeNote = tool({
  name: 'writeNote',
  description: 'Adds a note to the public history of an order.',
  inputSchema: z.object({ orderId: z.string(), text: z.string() }),
  outputSchema: z.object({ saved: z.boolean() }),
  annotations: { destructiveHint: false },
  execute: () => ({ saved: true }),
});

/** A fresh place for one experiment with issueRefund: its effects are what the payment service has booked. */
export function refundWorld() {
  const payments = createPayments();
  return {
    tools: [refundTool(payments)] as Tool[],
    observe: () => ({ refunds: payments.booked() }),
    dispose: () => undefined,
  };
}
