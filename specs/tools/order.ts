import { defineTool } from 'touchstone';
import { z } from 'zod';

/** The shop as the tool sees it. `chargeCard` fails as often as `declines` says before it works. */
export const shop = { declines: 0, reserved: [] as string[], charged: [] as string[] };

export const placeOrder = defineTool(
  {
    id: 'place_order',
    description: 'Reserves the goods of an order, charges the card and says when it will leave the house.',
    inputSchema: z.object({
      orderId: z.string().min(1).describe('Order number'),
      items: z.array(z.string()).min(1).describe('Article numbers'),
      cardToken: z.string().describe('Token of the card that pays'),
    }),
    outputSchema: z.object({ orderId: z.string(), paymentId: z.string(), status: z.literal('placed') }),
    sensitiveFieldNames: ['cardToken'],
    retry: { maxAttempts: 3 },
    annotations: { idempotentHint: true, destructiveHint: false },
  },
  async (ctx, { orderId, items }) => {
    // A later attempt finds the goods reserved: a step that was completed is not done again.
    await ctx.step.run('reserve', () => {
      shop.reserved.push(...items);
      return items.length;
    });
    const paymentId = await ctx.step.run('charge', () => {
      if (shop.declines > 0) {
        shop.declines -= 1;
        throw new Error('the bank did not answer');
      }
      shop.charged.push(orderId);
      return `pay_${orderId}`;
    });
    return { orderId, paymentId, status: 'placed' as const };
  },
);
