import { generateText, stepCountIs, tool as aiTool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { z } from 'zod';
import { createBroker } from '../src/broker/broker.ts';
import { tool } from '../src/tool/define-tool.ts';

/** A guarded call beside a tool call in the AI SDK: one turn with many calls, less the same turn with none. */
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
const execute = async (input: z.infer<typeof inputSchema>) => ({
  refundId: input.orderId,
  status: 'succeeded',
  amount: input.amount,
  ok: true,
});
const input = { orderId: 'o-1', amount: 5, note: 'broken mug', express: false };
const options = { description: 'Issues a refund', inputSchema, outputSchema, execute };
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

async function turn(calls: number): Promise<number> {
  const content = Array.from({ length: calls }, (_, index) => ({
    type: 'tool-call' as const,
    toolCallId: `c${index}`,
    toolName: 'refund',
    input: JSON.stringify(input),
  }));
  const model = new MockLanguageModelV3({
    doGenerate: async () => ({
      content,
      finishReason: { unified: 'tool-calls' as const, raw: undefined },
      usage,
      warnings: [],
    }),
  });
  const start = performance.now();
  await generateText({ model, prompt: 'go', tools: { refund: aiTool(options) }, stopWhen: stepCountIs(1) });
  return performance.now() - start;
}

async function guarded(calls: number): Promise<number> {
  const broker = createBroker({ tools: [tool({ name: 'refund', ...options })], onEvent: () => undefined });
  const start = performance.now();
  await Promise.all(Array.from({ length: calls }, () => broker.call({ toolName: 'refund', input })));
  return performance.now() - start;
}

const calls = 500;
let sdk = Number.POSITIVE_INFINITY;
let ours = Number.POSITIVE_INFINITY;
for (let round = 0; round < 20; round += 1) {
  sdk = Math.min(sdk, ((await turn(calls)) - (await turn(0))) / calls);
  ours = Math.min(ours, (await guarded(calls)) / calls);
}
console.log(
  `AI SDK ${(sdk * 1000).toFixed(2)} us a call, guarded ${(ours * 1000).toFixed(2)} us: ${(ours / sdk).toFixed(2)}x`,
);
