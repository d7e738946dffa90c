import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as root from '../../src/index.ts';
import { checkTrace } from '../../src/policy/check-trace.ts';
import { lintTools } from '../../src/detect/lint/lint-tools.ts';
import { AppError } from '../../src/core/errors.ts';

/** Values that no function of ours may answer with a raw TypeError, a hang or a changed Object.prototype. */
function hostileValues(): Record<string, unknown> {
  const cycle: Record<string, unknown> = { name: 'cycle' };
  cycle.self = cycle;
  const deep: unknown[] = [];
  let end = deep;
  for (let level = 0; level < 5_000; level += 1) end.push((end = []));
  return {
    nothing: undefined,
    null: null,
    number: Number.NaN,
    bigint: 10n,
    text: 'text',
    'long text': 'x'.repeat(1_000_000),
    symbol: Symbol('s'),
    function: () => undefined,
    array: [1, null, 'a'],
    'empty object': {},
    cycle,
    deep,
    'own __proto__': JSON.parse(
      '{"__proto__": {"polluted": true}, "name": "__proto__", "tools": [{"__proto__": {}}]}',
    ),
    'null prototype': Object.create(null),
    'a throwing getter': Object.defineProperty({}, 'name', {
      enumerable: true,
      get: () => {
        throw new Error('no');
      },
    }),
    'a proxy that throws': new Proxy(
      {},
      {
        get: () => {
          throw new Error('no');
        },
        ownKeys: () => {
          throw new Error('no');
        },
      },
    ),
    date: new Date(Number.NaN),
    map: new Map([['a', 1]]),
    'a list of nothing': [undefined],
  };
}

/** The public functions that declare, check or judge; those that start a run are tested with what they start. */
const functions: [string, (...args: never[]) => unknown][] = [
  ['tool', root.tool],
  ['defineTool', root.defineTool],
  ['policy', root.policy],
  ['createBroker', root.createBroker],
  ['agent', root.agent],
  ['workflow', root.workflow],
  ['jsonSchema', root.jsonSchema],
  ['toJsonSchema', root.toJsonSchema],
  ['checkTrace', checkTrace],
  ['lintTools', lintTools],
];

const tool = root.tool({
  name: 'echo',
  description: 'Gives back what it takes.',
  inputSchema: z.unknown(),
  outputSchema: z.unknown(),
  execute: (input) => input,
});

async function attempt(run: () => unknown): Promise<string | undefined> {
  try {
    const outcome = run();
    if (outcome instanceof Promise) await outcome;
    return undefined;
  } catch (thrown) {
    return AppError.is(thrown)
      ? undefined
      : `${(thrown as Error).name}: ${(thrown as Error).message}`.slice(0, 200);
  }
}

describe('a public function given nonsense', () => {
  test.each(functions)('%s answers with an AppError or a value', async (_name, given) => {
    const call = given as (...args: unknown[]) => unknown;
    const raw: Record<string, string> = {};
    for (const [what, value] of Object.entries(hostileValues())) {
      const first = await attempt(() => call(value));
      const second = await attempt(() => call(tool, value));
      const third = await attempt(() => call(value, value, value));
      if (first ?? second ?? third) raw[what] = (first ?? second ?? third)!;
    }
    expect(raw).toEqual({});
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test.each(Object.entries(hostileValues()))(
    'a call with %s as input, agent, tool or request is answered',
    async (_what, value) => {
      const broker = root.createBroker({
        tools: [tool],
        policies: [
          root.policy({
            name: 'p',
            rules: [{ type: 'block', reason: 'x', when: { field: 'input.a.b', op: 'gt', value: 1 } }],
          }),
        ],
      });
      for (const request of [
        value,
        { toolName: 'echo', input: value },
        { toolName: value },
        { toolName: 'echo', agentName: value },
        { toolName: 'echo', rawInput: value },
      ]) {
        expect(await attempt(() => broker.call(request as never))).toBeUndefined();
      }
      expect(await attempt(() => broker.decide(value as never, value as never))).toBeUndefined();
      expect(await attempt(() => broker.decide('broker/echo#1', value as never))).toBeUndefined();
    },
  );

  test.each(Object.entries(hostileValues()))(
    'a tool that returns or throws %s ends its call',
    async (_what, value) => {
      for (const execute of [
        () => value,
        () => {
          throw value;
        },
        async () => await Promise.reject(value),
      ]) {
        const wild = root.tool({
          name: 'wild',
          description: 'Does anything.',
          inputSchema: z.unknown(),
          outputSchema: z.unknown(),
          execute,
        });
        const events: unknown[] = [];
        const broker = root.createBroker({ tools: [wild], onEvent: (event) => events.push(event) });
        const result = await broker.call({ toolName: 'wild', input: {} });
        expect(['succeeded', 'failed']).toContain(result.status);
        expect(events.length).toBeGreaterThan(3);
      }
    },
  );
});
