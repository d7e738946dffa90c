import { z } from 'zod';
import { createBroker } from '../src/broker/broker.ts';
import { policy } from '../src/policy/policy.ts';
import { tool } from '../src/tool/define-tool.ts';
import { best, print } from './measure.ts';

/** What guarding a call costs beside the bare work: parse the input, run the function, parse the output. */
const inputSchema = z.object({
  orderId: z.string(),
  amount: z.number(),
  note: z.string(),
  express: z.boolean(),
});
const outputSchema = z.object({
  refundId: z.string(),
  status: z.string(),
  amount: z.number(),
  ok: z.boolean(),
});
const execute = async (input: z.infer<typeof inputSchema>): Promise<z.infer<typeof outputSchema>> => ({
  refundId: input.orderId,
  status: 'succeeded',
  amount: input.amount,
  ok: true,
});
const input = { orderId: 'o-1', amount: 5, note: 'broken mug', express: false };
const options = { name: 'refund', description: 'Issues a refund', inputSchema, outputSchema, execute };

const refund = tool(options);
const limited = tool({ ...options, allowedAgentNames: ['support'] });
const policies = [
  policy({
    name: 'big refunds',
    rules: [{ type: 'requireApproval', when: { field: 'input.amount', op: 'gt', value: 100 } }],
  }),
  policy({
    name: 'budget',
    appliesTo: { toolNames: ['refund'] },
    rules: [
      {
        type: 'block',
        reason: 'budget',
        when: { sumOf: 'input.amount', by: 'input.orderId', exceeds: 1e12 },
      },
    ],
  }),
  policy({
    name: 'rate',
    rules: [{ type: 'block', reason: 'rate', when: { moreThan: 1e9, calls: 'refund' } }],
  }),
];

const call = { toolName: 'refund', input };
const byAgent = { ...call, agentName: 'support' };
let events = 0;
// A broker guards one run and remembers its calls; a fresh one each thousand calls keeps the runs of a real size.
function renewed(make: () => ReturnType<typeof createBroker>, request: typeof call): () => Promise<unknown> {
  let broker = make();
  let calls = 0;
  return () => {
    if (++calls % 1_000 === 0) broker = make();
    return broker.call(request);
  };
}
const times = await best({
  'bare: parse, function, parse': async () => outputSchema.parse(await execute(inputSchema.parse(input))),
  'guarded, nobody listens': renewed(() => createBroker({ tools: [refund] }), call),
  'guarded, with events': renewed(
    () => createBroker({ tools: [refund], onEvent: () => (events += 1) }),
    call,
  ),
  'guarded, 3 policies and both allowlists': renewed(
    () =>
      createBroker({
        tools: [limited],
        policies,
        agents: [{ name: 'support', allowedToolNames: ['refund'] }],
        onEvent: () => (events += 1),
      }),
    byAgent,
  ),
});
print(times, 'bare: parse, function, parse');
