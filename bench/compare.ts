import { createRequire } from 'node:module';
import { compareTraces } from '../src/compare/compare-traces.ts';
import type { Trace } from '../src/trace/trace.ts';

/** What comparing two traces costs, in one run beside json-diff on the same calls, and how much a reader must read. */
const jsonDiff = createRequire(import.meta.url)('json-diff') as {
  diffString(left: unknown, right: unknown, options: object): string;
};

function trace(calls: number, salt: (index: number) => unknown): Trace {
  return {
    name: 'main',
    status: 'completed',
    events: [],
    calls: Array.from({ length: calls }, (_, index) => ({
      callId: `run/${index}`,
      scope: 'run',
      toolName: ['lookup', 'refund', 'mail'][index % 3]!,
      input: {
        orderId: `o-${index % 500}`,
        items: [{ sku: 'mug', quantity: index }],
        note: 'broken',
        salt: salt(index),
      },
      status: 'succeeded' as const,
      output: { ok: true, id: `r-${index}`, lines: [1, 2, 3] },
      attempts: [{ attempt: 1, outcome: 'succeeded' as const }],
      policyDecisions: [],
    })),
  };
}

const few = (index: number): number => (index % 20 === 3 ? 2 : 1);
const pairs: Record<string, [Trace, Trace]> = {
  '100 calls, 5 % changed': [trace(100, () => 1), trace(100, few)],
  '1,000 calls, 5 % changed': [trace(1_000, () => 1), trace(1_000, few)],
  '1,000 calls, all different': [trace(1_000, () => 1), trace(1_000, (index) => `z${index}`)],
  '10,000 calls, 5 % changed': [trace(10_000, () => 1), trace(10_000, few)],
  '10,000 calls, all different': [trace(10_000, () => 1), trace(10_000, (index) => `z${index}`)],
};

function time(run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round += 1) {
    const start = performance.now();
    run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

for (const [name, [golden, actual]] of Object.entries(pairs)) {
  const { differences } = compareTraces(golden, actual);
  const own = time(() => compareTraces(golden, actual));
  let other = 'not run: it takes minutes';
  if (golden.calls.length <= 100) {
    const plain = ({ calls }: Trace) =>
      calls.map(({ toolName, input, output }) => ({ toolName, input, output }));
    const text = () => jsonDiff.diffString(plain(golden), plain(actual), { color: false });
    other = `${time(text).toFixed(0)} ms, ${text().split('\n').length} lines to read`;
  }
  console.log(
    `${name.padEnd(30)} ${own.toFixed(0).padStart(6)} ms, ${differences.length} differences   json-diff ${other}`,
  );
}
