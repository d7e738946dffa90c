import { agent, workflow } from 'touchstone';
import { z } from 'zod';
import { findCustomer, issueRefund, lookUpOrder, writeNote } from './tools.ts';

const ticket = z.object({ orderId: z.string(), amount: z.number() });
type Ticket = z.infer<typeof ticket>;

const clerk = agent({
  name: 'clerk',
  run: () => ({ decision: 'refund' }),
});

const mailer = agent({
  name: 'mailer',
  run: () => ({ decision: 'note' }),
});

/** Flaw 2: the mail address of the customer, a sensitive field, is copied into a public note. */
export const noteWorkflow = workflow({
  name: 'note-customer',
  inputSchema: ticket,
  tools: [findCustomer, writeNote],
  agents: [clerk, mailer],
  agentToolBindings: [
    {
      agentName: 'clerk',
      toolName: 'findCustomer',
      buildToolInput: ({ state }) => ({ orderId: (state.input as Ticket).orderId }),
    },
    {
      agentName: 'mailer',
      toolName: 'writeNote',
      buildToolInput: ({ state }) => {
        const customer = state.toolCalls[0]?.output as { email: string };
        return {
          orderId: (state.input as Ticket).orderId,
          text: `Wrote to ${customer.email} about the refund.`,
        };
      },
    },
  ],
});

/** Flaw 3: nothing here stops a refund above the limit of policies.ts. */
export const refundWorkflow = workflow({
  name: 'refund',
  inputSchema: ticket,
  tools: [issueRefund],
  agents: [clerk],
  agentToolBindings: [
    {
      agentName: 'clerk',
      toolName: 'issueRefund',
      buildToolInput: ({ state }) => {
        const { orderId, amount } = state.input as Ticket;
        return { orderId, amount };
      },
    },
  ],
});

/** Flaw 4: when its golden recording was accepted, this workflow looked the order up before it paid. */
export const carefulRefundWorkflow = workflow({
  name: 'careful-refund',
  inputSchema: ticket,
  tools: [lookUpOrder, issueRefund],
  agents: [clerk],
  agentToolBindings: [
    {
      agentName: 'clerk',
      toolName: 'issueRefund',
      buildToolInput: ({ state }) => {
        const { orderId, amount } = state.input as Ticket;
        return { orderId, amount };
      },
    },
  ],
});
