import { policy } from 'touchstone';

export const refundLimit = policy({
  name: 'refund-limit',
  description: 'Nobody pays back more than 100 without a manager.',
  appliesTo: { toolNames: ['issueRefund'] },
  rules: [
    { type: 'block', when: { field: 'input.amount', op: 'gt', value: 100 }, reason: 'Refunds end at 100.' },
  ],
});
