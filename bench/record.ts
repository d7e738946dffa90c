import { z } from 'zod';
import { createBroker } from '../src/broker/broker.ts';
import { executeFromRecording } from '../src/record/execute-from-recording.ts';
import { parseRecording } from '../src/record/file/parse-recording.ts';
import { formatRecording } from '../src/record/recording-file.ts';
import { createRecorder } from '../src/record/recorder.ts';
import { createReplayer } from '../src/record/replayer.ts';
import { tool } from '../src/tool/define-tool.ts';
import type { Tool } from '../src/tool/tool.ts';
import type { Trace } from '../src/trace/trace.ts';

// What recording adds to tools that take 2 ms (target 10 %), and what replay costs beside JSON.parse (target 10x) and for
// 1,000 recordings of 20 calls (target 3 s). Run: node bench/run.mjs record

const outputSchema = z.object({
  id: z.string(),
  email: z.string(),
  items: z.array(z.object({ sku: z.string(), count: z.number() })),
});
const slow = tool({
  name: 'getOrder',
  description: 'Finds an order.',
  inputSchema: z.object({ id: z.string() }),
  outputSchema,
  sensitiveFieldNames: ['email'],
  execute: async ({ id }) => {
    await new Promise((resolve) => setTimeout(resolve, 2));
    return { id, email: `${id}@shop.test`, items: [{ sku: 'mug', count: 2 }] };
  },
}) as unknown as Tool;

async function play(
  count: number,
  onEvent?: Parameters<typeof createBroker>[0]['onEvent'],
  trace?: Trace,
): Promise<number> {
  const broker = createBroker({
    tools: [slow],
    ...(onEvent !== undefined && { onEvent }),
    ...(trace !== undefined && { execute: executeFromRecording(createReplayer(trace)) }),
  });
  const started = performance.now();
  for (let index = 0; index < count; index += 1) {
    const result = await broker.call({ toolName: 'getOrder', input: { id: `order-${index}` } });
    if (result.status !== 'succeeded') throw new Error(result.status);
  }
  return performance.now() - started;
}

async function record(count: number): Promise<{ ms: number; text: string }> {
  const recorder = createRecorder({ name: 'main', tools: [slow] });
  const calls = await play(count, (event) => recorder.onEvent(event));
  const started = performance.now();
  const header = {
    format: 'touchstone-recording' as const,
    version: 1,
    spec: 's',
    test: 't',
    complete: true,
    tools: [],
  };
  const text = formatRecording({ header, runs: [recorder.finish().trace] });
  return { ms: calls + performance.now() - started, text };
}

await play(100);
const [plain, recorded] = [await play(1_000), await record(1_000)];
console.log(
  `recording 1,000 calls of 2 ms: ${plain.toFixed(0)} ms bare, ${recorded.ms.toFixed(0)} ms recorded and written, +${(100 * (recorded.ms / plain - 1)).toFixed(1)} %`,
);

const timed = async (run: () => unknown): Promise<number> => {
  let least = Infinity;
  for (let round = 0; round < 5; round += 1) {
    const started = performance.now();
    await run();
    least = Math.min(least, performance.now() - started);
  }
  return least;
};
const golden = parseRecording(recorded.text, 'bench').runs[0]!;
const json = await timed(() => JSON.parse(recorded.text));
const parses = await timed(() =>
  golden.calls.map((call) => outputSchema.parse({ ...(call.output as object) })),
);
const load = await timed(() => parseRecording(recorded.text, 'bench'));
const replay = await timed(() => play(1_000, undefined, golden));
console.log(
  `replaying 1,000 calls: JSON.parse ${json.toFixed(1)} ms, schema parses ${parses.toFixed(1)} ms, load ${load.toFixed(1)} ms, replay ${replay.toFixed(1)} ms, ${((load + replay) / (json + parses)).toFixed(1)}x`,
);

const small = (await record(20)).text;
const many = await timed(async () => {
  for (let file = 0; file < 200; file += 1)
    await play(20, undefined, parseRecording(small, 'bench').runs[0]!);
});
console.log(
  `loading and replaying 1,000 recordings of 20 calls: ${((5 * many) / 1000).toFixed(2)} s (target 3 s)`,
);
