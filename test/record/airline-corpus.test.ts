import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../src/core/canonical.ts';
import { importTraces } from '../../src/record/import/import-traces.ts';
import { createReplayer } from '../../src/record/replayer.ts';
import { checkOrder } from '../../src/trace/check-order.ts';
import type { Trace } from '../../src/trace/trace.ts';

const corpus = fileURLToPath(
  new URL('../../../shared/corpus/tau-bench-airline/trajectories.json', import.meta.url),
);

interface Message {
  role: string;
  content: string | null;
  tool_calls?: { function: { name: string; arguments: string } }[];
}

describe.skipIf(!existsSync(corpus))(
  '200 real runs of an airline agent (skipped where the corpus is absent)',
  () => {
    const text = existsSync(corpus) ? readFileSync(corpus, 'utf8') : '[]';
    const files = JSON.parse(text) as { task_id: number; traj: Message[] }[];
    const traces = importTraces(text, { format: 'tau-bench' });

    test('every call is imported with its input and outcome', () => {
      const calls = files.flatMap((file) => file.traj.flatMap((message) => message.tool_calls ?? []));
      const imported = traces.flatMap((trace) => trace.calls);
      expect(traces).toHaveLength(200);
      expect(imported).toHaveLength(1_164);
      expect(imported.map(({ toolName, input }) => [toolName, canonicalJson(input)])).toEqual(
        calls.map((call) => [call.function.name, canonicalJson(JSON.parse(call.function.arguments))]),
      );
      const results = files.flatMap((file) =>
        file.traj.filter(({ role }) => role === 'tool').map(({ content }) => content ?? ''),
      );
      const outcomes = imported.map((call) =>
        call.status === 'succeeded' ? call.output : call.error?.message,
      );
      const wrong = outcomes.filter((outcome, index) => !holds(outcome, results[index]!));
      expect(wrong).toEqual([]);
      for (const trace of traces) expect(checkOrder(trace.events)).toEqual([]);
    });

    test('redaction raises no false alarm: nothing in the file is a key, a token or a card number', () => {
      const placeholders = JSON.stringify(traces).match(/\[REDACTED:[^\]]*\]/g) ?? [];
      expect(placeholders).toEqual([]);
    });

    test('over the 600 ordered pairs of runs of one task no result of other arguments is served, every exact match is', () => {
      const totals = { asked: 0, hits: 0, wrong: 0, exact: 0, outOfOrder: 0 };
      for (const [golden, actual] of pairsOf(traces, files)) {
        const replayer = createReplayer(golden);
        const last = new Map<string, number>();
        const free = golden.calls.map((call) => keyOf(call));
        for (const call of actual.calls) {
          totals.asked += 1;
          const place = free.indexOf(keyOf(call));
          if (place !== -1) {
            totals.exact += 1;
            free[place] = '';
          }
          const answer = replayer.next({ toolName: call.toolName, input: call.input });
          expect(answer.status).toBe(place === -1 ? 'miss' : 'hit');
          if (answer.status === 'miss') continue;
          totals.hits += 1;
          const index = golden.calls.findIndex(({ callId }) => callId === answer.outcome.callId);
          if (keyOf(golden.calls[index]!) !== keyOf(call)) totals.wrong += 1;
          if ((last.get(keyOf(call)) ?? -1) > index) totals.outOfOrder += 1;
          last.set(keyOf(call), index);
        }
      }
      expect(totals).toMatchInlineSnapshot(`
        {
          "asked": 3492,
          "exact": 1758,
          "hits": 1758,
          "outOfOrder": 0,
          "wrong": 0,
        }
      `);
      expect(totals.wrong).toBe(0);
    });

    test('the twin: serving per tool in order, as others do, is wrong hundreds of times', () => {
      let wrong = 0;
      for (const [golden, actual] of pairsOf(traces, files)) {
        const queues = new Map<string, Trace['calls']>();
        for (const call of golden.calls)
          queues.set(call.toolName, [...(queues.get(call.toolName) ?? []), call]);
        for (const call of actual.calls) {
          const served = queues.get(call.toolName)?.shift();
          if (served !== undefined && keyOf(served) !== keyOf(call)) wrong += 1;
        }
      }
      expect(wrong).toBeGreaterThan(600);
    });
  },
);

function keyOf(call: Trace['calls'][number]): string {
  return `${call.toolName} ${canonicalJson(call.input)}`;
}

function holds(outcome: unknown, content: string): boolean {
  if (outcome === content) return true;
  try {
    return canonicalJson(outcome) === canonicalJson(JSON.parse(content));
  } catch {
    return false;
  }
}

function pairsOf(traces: readonly Trace[], files: readonly { task_id: number }[]): [Trace, Trace][] {
  return traces.flatMap((golden, left) =>
    traces.flatMap((actual, right): [Trace, Trace][] =>
      left !== right && files[left]!.task_id === files[right]!.task_id ? [[golden, actual]] : [],
    ),
  );
}
