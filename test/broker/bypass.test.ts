import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createBroker } from '../../src/broker/broker.ts';
import { virtualClock } from '../../src/core/clock.ts';
import { AppError } from '../../src/core/errors.ts';
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
const gated = policy({
  name: 'gate',
  rules: [
    { type: 'requireApproval', when: { field: 'input.amount', op: 'gt', value: 10 }, expiresAfterMs: 1_000 },
    { type: 'block', when: { field: 'input.amount', op: 'gt', value: 1_000 }, reason: 'too much' },
  ],
});

describe('no way around a gate', () => {
  test('the input that is approved is the input that is executed, whatever the caller does to it', async () => {
    const broker = createBroker({ tools: [pay], policies: [gated] });
    const input = { to: 'ann', amount: 50 };
    const { callId } = await broker.call({ toolName: 'pay', input });
    Object.assign(input, { to: 'mallory', amount: 5_000 });
    await broker.decide(callId, 'approve');
    expect(effects).toEqual([{ to: 'ann', amount: 50 }]);
  });

  test('a property that answers differently each time is read once', async () => {
    const broker = createBroker({ tools: [pay], policies: [gated] });
    let reads = 0;
    const input = {
      to: 'ann',
      get amount() {
        return ++reads > 1 ? 5_000 : 1;
      },
    };
    expect((await broker.call({ toolName: 'pay', input })).status).toBe('succeeded');
    expect(effects).toEqual([{ to: 'ann', amount: 1 }]);
  });

  test('neither a condition, nor requiresApproval, nor an observer can change the input', async () => {
    const meddle = ({ input }: { input: any }): boolean => {
      try {
        input.amount = 5;
      } catch {
        // Frozen.
      }
      return false;
    };
    const nosy = tool({
      name: 'nosy',
      description: 'Notes what it is given.',
      inputSchema: pay.inputSchema.source as never,
      outputSchema: z.unknown(),
      requiresApproval: meddle,
      execute: (input) => void effects.push(input),
    });
    const broker = createBroker({
      tools: [nosy],
      policies: [policy({ name: 'meddle', rules: [{ type: 'block', when: meddle, reason: 'x' }] })],
      onEvent: (event) => void meddle(event as never),
    });
    expect((await broker.call({ toolName: 'nosy', input: { to: 'ann', amount: 7 } })).status).toBe(
      'succeeded',
    );
    expect(effects).toEqual([{ to: 'ann', amount: 7 }]);
  });

  test('an attempt that changes its input changes neither the next attempt nor the history', async () => {
    const seen: unknown[] = [];
    const greedy = tool({
      name: 'greedy',
      description: 'Changes what it is given.',
      inputSchema: z.object({ list: z.array(z.number()) }),
      outputSchema: z.number(),
      retry: { maxAttempts: 2 },
      execute: (input, ctx) => {
        seen.push([...input.list]);
        input.list.push(99);
        if (ctx.attempt === 1) throw new Error('again');
        return 1;
      },
    });
    const look = policy({
      name: 'look',
      rules: [{ type: 'log', when: ({ history }) => (seen.push(history[0]?.input), false) }],
    });
    const broker = createBroker({ tools: [greedy], policies: [look] });
    await broker.call({ toolName: 'greedy', input: { list: [1] } });
    await broker.call({ toolName: 'greedy', input: { list: [2] } });
    expect(seen).toEqual([undefined, [1], [1], { list: [1] }, [2], [2]]);
  });

  test.each([['__proto__'], ['constructor'], ['toString'], ['PAY'], ['pay '], ['pay\0'], ['']])(
    'the tool name %j is not found',
    async (toolName) => {
      const broker = createBroker({ tools: [pay], policies: [gated] });
      const result = await broker.call({ toolName, input: { to: 'ann', amount: 1 } });
      expect(result).toMatchObject({ status: 'failed', error: { code: 'TOOL_NOT_FOUND', status: 404 } });
      expect(effects).toEqual([]);
    },
  );

  test.each([[undefined], ['__proto__'], ['constructor'], ['Support'], ['support '], ['stranger']])(
    'an agent that calls itself %j is not one of those that are allowed',
    async (agentName) => {
      const guarded = tool({ ...options(), allowedAgentNames: ['support'] });
      const broker = createBroker({ tools: [guarded] });
      const result = await broker.call({
        toolName: 'guarded',
        input: {},
        ...(agentName !== undefined && { agentName }),
      });
      expect(result).toMatchObject({
        status: 'blocked',
        error: { details: { reason: 'agent_not_allowed' } },
      });
      expect(effects).toEqual([]);
    },
  );

  test('an agent may call only its own tools, and one that is not declared none', async () => {
    const agents = [{ name: 'reader', allowedToolNames: ['other'] }, { name: 'free' }];
    const broker = createBroker({ tools: [tool(options())], agents });
    for (const agentName of ['reader', 'hasOwnProperty', 'writer']) {
      const result = await broker.call({ toolName: 'guarded', input: {}, agentName });
      expect(result).toMatchObject({
        status: 'blocked',
        error: { code: 'TOOL_BLOCKED', details: { reason: 'tool_not_allowed_for_agent' } },
      });
    }
    expect((await broker.call({ toolName: 'guarded', input: {}, agentName: 'free' })).status).toBe(
      'succeeded',
    );
    expect(effects).toHaveLength(1);
  });

  test.each([
    ['APPROVE'],
    [true],
    [{}],
    [{ decision: 'approved' }],
    [null],
    [undefined],
    [['approve']],
    [{ decision: 'approve', note: 7 }],
  ])('the decision %j is refused and the call stays open', async (decision) => {
    const broker = createBroker({ tools: [pay], policies: [gated] });
    const { callId } = await broker.call({ toolName: 'pay', input: { to: 'ann', amount: 50 } });
    await expect(broker.decide(callId, decision as never)).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    expect(broker.approvals()).toHaveLength(1);
    expect(effects).toEqual([]);
  });

  test('a decision covers one call of one broker, and two at once execute once', async () => {
    const broker = createBroker({ tools: [pay], policies: [gated] });
    const other = createBroker({ tools: [pay], policies: [gated] });
    const first = await broker.call({ toolName: 'pay', input: { to: 'ann', amount: 50 } });
    const second = await broker.call({ toolName: 'pay', input: { to: 'ann', amount: 50 } });
    await expect(other.decide(first.callId, 'approve')).rejects.toMatchObject({ code: 'APPROVAL_NOT_FOUND' });
    const both = await Promise.all([
      broker.decide(first.callId, 'approve'),
      broker.decide(first.callId, 'approve'),
    ]);
    expect(both[0]).toBe(both[1]);
    expect(effects).toHaveLength(1);
    expect(broker.approvals().map((approval) => approval.callId)).toEqual([second.callId]);
  });

  test('what the broker hands out cannot be used to change what waits', async () => {
    const broker = createBroker({ tools: [pay], policies: [gated] });
    const { callId } = await broker.call({ toolName: 'pay', input: { to: 'ann', amount: 50 } });
    const [approval] = broker.approvals() as any[];
    expect(() => (approval.input.amount = 5_000)).toThrow(TypeError);
    expect(() => (approval.callId = 'other')).toThrow(TypeError);
    await broker.decide(callId, 'approve');
    expect(effects).toEqual([{ to: 'ann', amount: 50 }]);
  });

  test('a rejected or expired call is never executed', async () => {
    const clock = virtualClock();
    const broker = createBroker({ tools: [pay], policies: [gated], clock });
    const first = await broker.call({ toolName: 'pay', input: { to: 'ann', amount: 50 } });
    expect((await broker.decide(first.callId, 'reject')).status).toBe('rejected');
    const second = await broker.call({ toolName: 'pay', input: { to: 'ann', amount: 50 } });
    await clock.advance(1_000);
    await expect(broker.decide(second.callId, 'approve')).rejects.toMatchObject({
      code: 'APPROVAL_ALREADY_DECIDED',
    });
    expect(await broker.decide(second.callId, 'reject')).toMatchObject({
      status: 'rejected',
      error: { code: 'APPROVAL_REJECTED', details: { decision: 'expired' } },
    });
    expect(effects).toEqual([]);
  });

  test('blocks are checked again between the approval and the act', async () => {
    const once = policy({
      name: 'once',
      rules: [
        { type: 'requireApproval', when: { field: 'toolName', op: 'eq', value: 'pay' } },
        { type: 'block', when: { after: { toolName: 'guarded' } }, reason: 'closed' },
      ],
    });
    const broker = createBroker({ tools: [pay, tool(options())], policies: [once] });
    const { callId } = await broker.call({ toolName: 'pay', input: { to: 'ann', amount: 5 } });
    await broker.call({ toolName: 'guarded', input: {} });
    effects = [];
    expect(await broker.decide(callId, 'approve')).toMatchObject({ status: 'blocked' });
    expect(effects).toEqual([]);
  });

  test('a tool that was not made by tool() is refused', () => {
    for (const fake of [{ ...pay }, { name: 'pay' }, null, 'pay', Object.create(pay)]) {
      expect(() => createBroker({ tools: [fake as never] })).toThrow(AppError);
    }
    expect(() => createBroker({ tools: [pay], policies: [{ name: 'x', rules: [] } as never] })).toThrow(
      AppError,
    );
    expect(() => ((pay as any).execute = () => 'x')).toThrow(TypeError);
  });

  test('text that is no JSON never runs a tool with defaults', async () => {
    const lax = tool({ ...options(), inputSchema: z.object({ a: z.string().default('all') }).prefault({}) });
    const broker = createBroker({ tools: [lax] });
    for (const rawInput of ['', '{', 'undefined', '{"a":', "{'a': 1}"]) {
      const result = await broker.call({ toolName: 'guarded', rawInput });
      expect(result).toMatchObject({
        status: 'failed',
        error: { details: { issues: [{ code: 'invalid_json' }] } },
      });
    }
    expect(effects).toEqual([]);
    expect((await broker.call({ toolName: 'guarded', rawInput: '{"a":"one"}' })).status).toBe('succeeded');
  });
});

test('twin: without the policy every one of these calls would have been executed', async () => {
  const broker = createBroker({ tools: [pay] });
  for (const amount of [50, 5_000, -1, 0.01])
    await broker.call({ toolName: 'pay', input: { to: 'ann', amount } });
  expect(effects).toHaveLength(4);
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
