import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createBroker } from '../../src/broker/broker.ts';
import { virtualClock } from '../../src/core/clock.ts';
import { policy } from '../../src/policy/policy.ts';
import { jsonSchema } from '../../src/schema/json-schema.ts';
import { tool } from '../../src/tool/define-tool.ts';

/** What the tool really did; every test tries to make it do something that a gate forbids. */
let effects: unknown[] = [];
afterEach(() => {
  effects = [];
});

const pay = tool({
  name: 'pay',
  description: 'Pays money to an account.',
  inputSchema: jsonSchema<{ to: string; amount: number }>({
    type: 'object',
    properties: { to: { type: 'string' }, amount: { type: 'number' } },
    required: ['to', 'amount'],
  }),
  outputSchema: z.string(),
  execute: (input) => {
    effects.push(structuredClone(input));
    return 'paid';
  },
});

describe('budgets', () => {
  const budget = policy({
    name: 'budget',
    appliesTo: { toolNames: ['pay'] },
    rules: [
      {
        type: 'block',
        when: { sumOf: 'input.amount', exceeds: 100, withinMs: 86_400_000 },
        reason: 'budget',
      },
    ],
  });
  const amounts = async (list: unknown[], between?: (index: number) => Promise<void>): Promise<string[]> => {
    const clock = virtualClock();
    const broker = createBroker({ tools: [pay], policies: [budget], clock });
    const statuses: string[] = [];
    for (const [index, amount] of list.entries()) {
      if (between !== undefined) await clock.set(clock.now() + (index % 2 === 0 ? 3_600_000 : -3_600_000));
      const agentName = `agent${index}`;
      statuses.push(
        (await broker.call({ toolName: 'pay', agentName, input: { to: `t${index}`, amount } })).status,
      );
    }
    return statuses;
  };

  test('are not evaded by splitting the amount, changing the agent, or moving the clock by an hour', async () => {
    expect(await amounts([50, 50, 0.01])).toEqual(['succeeded', 'succeeded', 'blocked']);
    expect(
      await amounts(
        Array.from({ length: 101 }, () => 1),
        async () => undefined,
      ),
    ).toEqual([...Array.from({ length: 100 }, () => 'succeeded'), 'blocked']);
  });

  test('are not evaded by negative amounts, and ten times ten is exactly the budget', async () => {
    expect(await amounts([-1_000, 100, 1])).toEqual(['succeeded', 'succeeded', 'blocked']);
    expect(await amounts(Array.from({ length: 11 }, () => 10))).toEqual([
      ...Array.from({ length: 10 }, () => 'succeeded'),
      'blocked',
    ]);
    expect(await amounts(Array.from({ length: 1_001 }, () => 0.1)).then((list) => list.at(-1))).toBe(
      'blocked',
    );
    expect(await amounts(Array.from({ length: 1_000 }, () => 0.1)).then((list) => list.at(-1))).toBe(
      'succeeded',
    );
  });

  test('two calls at once cannot both slip under one, even when the first is judged late', async () => {
    const slow = policy({
      name: 'slow',
      rules: [
        {
          type: 'log',
          when: async ({ input }) => await Promise.resolve((input as { to: string }).to === 'ann'),
        },
      ],
    });
    const broker = createBroker({ tools: [pay], policies: [slow, budget] });
    const results = await Promise.all(
      ['ann', 'bob', 'cy'].map((to) => broker.call({ toolName: 'pay', input: { to, amount: 60 } })),
    );
    expect(results.map((result) => result.status)).toEqual(['succeeded', 'blocked', 'blocked']);
    expect(effects).toHaveLength(1);
  });

  test('a call that failed gives its amount back', async () => {
    let fail = true;
    const flaky = tool({
      ...options(),
      name: 'pay',
      inputSchema: z.object({ amount: z.number() }),
      execute: () => {
        if (fail) throw new Error('down');
      },
    });
    const broker = createBroker({ tools: [flaky], policies: [budget] });
    expect((await broker.call({ toolName: 'pay', input: { amount: 80 } })).status).toBe('failed');
    fail = false;
    expect((await broker.call({ toolName: 'pay', input: { amount: 80 } })).status).toBe('succeeded');
    expect((await broker.call({ toolName: 'pay', input: { amount: 80 } })).status).toBe('blocked');
  });
});

function options() {
  return {
    name: 'guarded',
    description: 'Does something that is guarded.',
    inputSchema: z.object({}),
    outputSchema: z.unknown(),
    execute: (): void => void effects.push('guarded'),
  };
}
