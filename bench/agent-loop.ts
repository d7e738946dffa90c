// Measures the loop's own cost per step against the AI SDK's, with one mock model and one tool, interleaved.
import { generateText, stepCountIs, tool as sdkTool } from 'ai';
import { z } from 'zod';
import type { LanguageModel } from '../src/runtime/agent-loop/language-model.ts';
import { agent } from '../src/runtime/agent.ts';
import { createEngine } from '../src/runtime/create-engine.ts';
import { tool } from '../src/tool/define-tool.ts';

const STEPS = 100;
const inputSchema = z.object({ city: z.string() });
const usage = {
  inputTokens: { total: 10, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 5, text: undefined, reasoning: undefined },
};

function mockModel(): LanguageModel & { specificationVersion: 'v3' } {
  let asked = 0;
  return {
    specificationVersion: 'v3',
    provider: 'mock',
    modelId: 'mock',
    supportedUrls: {},
    async doGenerate() {
      asked += 1;
      const isLast = asked === STEPS;
      const call = {
        type: 'tool-call',
        toolCallId: `c${asked}`,
        toolName: 'weather',
        input: '{"city":"Oslo"}',
      };
      const content = isLast ? [{ type: 'text', text: 'done' }] : [call];
      return {
        content,
        finishReason: { unified: isLast ? 'stop' : 'tool-calls', raw: undefined },
        usage,
        warnings: [],
      };
    },
    doStream: () => Promise.reject(new Error('not streamed')),
  } as LanguageModel & { specificationVersion: 'v3' };
}

async function ours(): Promise<void> {
  const weather = tool({
    name: 'weather',
    description: 'Weather',
    inputSchema,
    outputSchema: z.object({ celsius: z.number() }),
    execute: () => ({ celsius: 3 }),
  });
  const subject = agent({ name: 'a', model: mockModel(), tools: [weather], maxSteps: STEPS });
  const run = await createEngine().run(subject, 'go');
  if (run.output !== 'done') throw new Error(run.error?.message);
}

async function theirs(): Promise<void> {
  const weather = sdkTool({ description: 'Weather', inputSchema, execute: async () => ({ celsius: 3 }) });
  const model = mockModel() as unknown as Parameters<typeof generateText>[0]['model'];
  const { text } = await generateText({
    model,
    prompt: 'go',
    tools: { weather },
    stopWhen: stepCountIs(STEPS),
  });
  if (text !== 'done') throw new Error(text);
}

const times = { ours: [] as number[], theirs: [] as number[] };
for (let round = 0; round < 12; round += 1) {
  for (const [name, play] of Object.entries({ ours, theirs })) {
    const started = performance.now();
    await play();
    if (round > 1) times[name as 'ours' | 'theirs'].push((performance.now() - started) / STEPS);
  }
}
const median = (values: number[]): number =>
  [...values].sort((left, right) => left - right)[values.length >> 1]!;
const [own, other] = [median(times.ours), median(times.theirs)];
console.log(
  `per step: ${own.toFixed(3)} ms here, ${other.toFixed(3)} ms in ai (${(own / other).toFixed(2)}x)`,
);
