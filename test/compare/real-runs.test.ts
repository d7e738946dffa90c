import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compareTraces } from '../../src/compare/compare-traces.ts';
import type { CompareOptions } from '../../src/compare/compare-options.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { exampleCall, exampleTrace } from './example-traces.ts';

// 200 public runs of one agent, four trials each of fifty tasks: 300 pairs of runs of the same task.
const corpus = '../shared/corpus/tau-bench-airline/trajectories.json';
const readOnlyTools = [
  'calculate',
  'get_reservation_details',
  'get_user_details',
  'list_all_airports',
  'search_direct_flight',
  'search_onestop_flight',
  'think',
  'transfer_to_human_agents',
];

interface Message {
  tool_calls?: { function: { name: string; arguments: string } }[] | null;
}

function toTrace(messages: Message[]): Trace {
  const calls = messages.flatMap(({ tool_calls }) => tool_calls ?? []);
  return exampleTrace(
    calls.map(({ function: { name, arguments: text } }) => {
      const input = JSON.parse(text) as unknown;
      return exampleCall(name, input, {
        output: null,
        ...(JSON.stringify(input) !== text && { rawInput: text }),
      });
    }),
  );
}

describe.skipIf(!existsSync(corpus))(
  '300 pairs of real runs (skipped where the public runs are not at hand)',
  () => {
    const pairs = existsSync(corpus) ? readPairs() : [];
    const equal = (options: CompareOptions) =>
      pairs.filter(([left, right]) => compareTraces(left, right, options).equal).length;

    test('each level finds exactly the pairs that are equal at it', () => {
      expect({
        pairs: pairs.length,
        sequence: equal({ level: 'sequence' }),
        anyOrder: equal({ level: 'same-calls-any-order' }),
        names: equal({ level: 'sequence', args: 'ignore' }),
        namesInAnyOrder: equal({ level: 'same-calls-any-order', args: 'ignore' }),
        effects: equal({ level: 'effects', readOnlyTools }),
        rawText: equal({ level: 'sequence', args: 'raw' }),
      }).toEqual({
        pairs: 300,
        sequence: 22,
        anyOrder: 22,
        names: 50,
        namesInAnyOrder: 52,
        effects: 118,
        rawText: 20,
      });
    });

    test('all 300 pairs compare within 3 seconds', () => {
      const started = performance.now();
      equal({});
      expect(performance.now() - started).toBeLessThan(3_000);
    });
  },
);

function readPairs(): [Trace, Trace][] {
  const runs = JSON.parse(readFileSync(corpus, 'utf8')) as { task_id: number; traj: Message[] }[];
  const byTask = new Map<number, Trace[]>();
  for (const { task_id, traj } of runs) {
    byTask.set(task_id, [...(byTask.get(task_id) ?? []), toTrace(traj)]);
  }
  return [...byTask.values()].flatMap((traces) =>
    traces.flatMap((left, index) => traces.slice(index + 1).map((right): [Trace, Trace] => [left, right])),
  );
}
