import { agent, policy, workflow } from 'touchstone';
import { z } from 'zod';
import { issueRefund, lookUpOrder } from '../tools/refund.ts';

const Complaint = z.object({
  orderId: z.string().min(1),
  wish: z.number().positive().describe('Euros that the customer asks for'),
});
const Decision = z.object({ orderId: z.string(), amount: z.number() });

/** What may be paid back by whom: small sums at once, larger ones after a person agreed, very large ones never. */
export const spendingRules = policy({
  name: 'spending-rules',
  description: 'Refunds over 100 euros need a person, refunds over 1,000 euros are not made here.',
  appliesTo: { toolNames: ['issueRefund'] },
  rules: [
    {
      type: 'requireApproval',
      when: { field: 'input.amount', op: 'gt', value: 100 },
      reason: 'More than 100 euros leave the house.',
    },
    {
      type: 'block',
      when: { field: 'input.amount', op: 'gt', value: 1_000 },
      reason: 'Refunds over 1,000 euros go through accounting.',
    },
  ],
});

const triage = agent({
  name: 'triage',
  outputSchema: z.object({ orderId: z.string() }),
  allowedToolNames: ['lookUpOrder'],
  run: ({ input }) => ({ orderId: Complaint.parse(input).orderId }),
});

const refundSpecialist = agent({
  name: 'refund-specialist',
  outputSchema: Decision,
  allowedToolNames: ['issueRefund'],
  run: ({ input, state }) => {
    const { orderId, wish } = Complaint.parse(input);
    const order = z.object({ total: z.number() }).parse(state.toolCalls[0]?.output);
    return { orderId, amount: Math.min(wish, order.total) };
  },
});

export const refundWorkflow = workflow({
  name: 'refund-desk',
  inputSchema: Complaint,
  agents: [triage, refundSpecialist],
  tools: [lookUpOrder, issueRefund],
  policies: [spendingRules],
  agentToolBindings: [
    {
      agentName: 'triage',
      toolName: 'lookUpOrder',
      buildToolInput: ({ agentOutput }) => agentOutput,
    },
    {
      agentName: 'refund-specialist',
      toolName: 'issueRefund',
      buildToolInput: ({ agentOutput }) => Decision.parse(agentOutput),
    },
  ],
});

/** The same desk with a mistake in it: the triage agent tries to pay by itself. */
export const hastyRefundWorkflow = workflow({
  name: 'hasty-refund-desk',
  inputSchema: Complaint,
  agents: [triage],
  tools: [issueRefund],
  agentToolBindings: [
    {
      agentName: 'triage',
      toolName: 'issueRefund',
      buildToolInput: ({ state }) => {
        const { orderId, wish } = Complaint.parse(state.input);
        return { orderId, amount: wish };
      },
    },
  ],
});
