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

describe('what gives no answer blocks', () => {
  test.each([
    [
      'throws',
      () => {
        throw new Error('boom');
      },
    ],
    ['answers with a text', () => 'no'],
    ['answers with nothing', () => undefined],
    ['rejects', async () => await Promise.reject(new Error('boom'))],
    ['answers later with a number', async () => await Promise.resolve(0)],
    [
      'answers with an object that looks like a promise',
      () => ({ then: (done: (value: unknown) => void) => done(null) }),
    ],
  ])('a condition that %s blocks', async (_, when) => {
    const broken = policy({ name: 'broken', rules: [{ type: 'log', when: when as never }] });
    const broker = createBroker({ tools: [pay], policies: [broken] });
    const result = await broker.call({ toolName: 'pay', input: { to: 'ann', amount: 1 } });
    expect(result).toMatchObject({ status: 'blocked', error: { details: { reason: 'policy_error' } } });
    expect(effects).toEqual([]);
  });

  test('a condition or requiresApproval that never answers blocks after its limit', async () => {
    const clock = virtualClock();
    const hang = async (): Promise<boolean> => await new Promise(() => undefined);
    const policies = [policy({ name: 'slow', rules: [{ type: 'log', when: hang }] })];
    const slow = tool({ ...options(), requiresApproval: hang });
    const calls = [
      createBroker({ tools: [pay], policies, clock }).call({
        toolName: 'pay',
        input: { to: 'ann', amount: 1 },
      }),
      createBroker({ tools: [slow], clock }).call({ toolName: 'guarded', input: {} }),
    ];
    await clock.advance(5_000);
    for (const result of await Promise.all(calls)) {
      expect(result).toMatchObject({ status: 'blocked', error: { details: { reason: 'policy_error' } } });
    }
    expect(effects).toEqual([]);
  });

  test.each([[0], ['yes'], [null], [undefined], [new Map()]])(
    'requiresApproval that answers %j blocks',
    async (answer) => {
      const broker = createBroker({
        tools: [tool({ ...options(), requiresApproval: (() => answer) as never })],
      });
      expect((await broker.call({ toolName: 'guarded', input: {} })).status).toBe('blocked');
      expect(effects).toEqual([]);
    },
  );
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
