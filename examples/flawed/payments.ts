/** A payment service as it would stand on the other side of the network: what it has booked is what counts. */
export interface Payments {
  refund(request: { orderId: string; amount: number }): { refundId: string };
  booked(): { refundId: string; orderId: string; amount: number }[];
}

export function createPayments(): Payments {
  const refunds: { refundId: string; orderId: string; amount: number }[] = [];
  return {
    refund({ orderId, amount }) {
      const refundId = `re_${refunds.length + 1}`;
      refunds.push({ refundId, orderId, amount });
      return { refundId };
    },
    booked: () => refunds.map((refund) => ({ ...refund })),
  };
}
