import { describe, expect, test } from 'vitest';
import { createWorld, type WorldParts } from '../../src/probe/channels/create-world.ts';
import { mailbox } from '../../src/probe/channels/mailbox.ts';
import { table } from '../../src/probe/channels/table.ts';
import { checkIdempotency } from '../../src/probe/check-idempotency.ts';
import type { ToolAnnotations } from '../../src/tool/tool.ts';
import type { WorldInstance } from '../../src/tool/world.ts';
import { check, declare, inputs, type Execute, type Order } from './refund-bench.ts';

describe('verdicts', () => {
  const counter = (annotations: ToolAnnotations): Promise<{ verdict: string }> =>
    check(() => {
      const mail = mailbox();
      return { channels: [mail], tools: () => [declare(async () => mail.send('x'), annotations)] };
    });

  test('a tool that says so itself and is never retried is declared, not faulty', async () => {
    expect((await counter({ idempotentHint: false })).verdict).toBe('declared-non-idempotent');
    expect((await counter({ idempotentHint: true })).verdict).toBe('non-idempotent');
    expect((await counter({})).verdict).toBe('non-idempotent');
  });

  test('no effect is read-only, whatever the results are', async () => {
    const make = (): WorldParts => ({
      channels: [mailbox()],
      tools: () => [declare(() => ({ id: Math.random() }), { idempotentHint: false })],
    });
    expect((await check(make)).verdict).toBe('read-only');
  });

  test('an effect of a tool that says it only reads is dishonest', async () => {
    const make = (): WorldParts => {
      const cache = table<number>('cache');
      const execute: Execute = async ({ orderId, amount }) => cache.put(orderId, amount);
      return { channels: [cache], tools: () => [declare(execute, { readOnlyHint: true })] };
    };
    expect((await check(make)).verdict).toBe('dishonest:readOnlyHint');
  });

  test('an effect that comes after the return is seen', async () => {
    const make = (): WorldParts => {
      const mail = mailbox();
      const execute: Execute = () => void setTimeout(() => void mail.send('late'), 3);
      return { channels: [mail], tools: () => [declare(execute)] };
    };
    expect((await check(make)).verdict).toBe('non-idempotent');
  });
});

describe('what is not the tool’s fault', () => {
  const world = (parts: Partial<WorldInstance>): WorldInstance => ({
    tools: [declare(() => ({}))],
    observe: () => ({}),
    dispose: () => undefined,
    ...parts,
  });
  const reason = async (make: () => WorldInstance | Promise<WorldInstance>): Promise<string | undefined> =>
    (await checkIdempotency({ world: make, toolName: 'refund', inputs, quietMs: 0 })).reason;

  test('a world that keeps what an earlier experiment did is not trusted', async () => {
    const mail = mailbox();
    const make = (): WorldParts => ({
      channels: [{ ...mail, dispose: () => undefined }],
      tools: () => [declare(({ orderId }) => mail.send(orderId, { key: orderId }))],
    });
    for (const shareWorld of [false, true]) {
      const { verdict, reason } = await checkIdempotency({
        world: createWorld(make),
        toolName: 'refund',
        inputs: [...inputs, { orderId: `o-${shareWorld}`, amount: 1 }],
        quietMs: 0,
        shareWorld,
      });
      expect([verdict, reason?.slice(0, 79)]).toEqual([
        'inconclusive',
        'The world is not fresh each time: what an earlier experiment did is still there',
      ]);
    }
  });

  test('is told as the world’s', async () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    expect([
      await reason(() => {
        throw new Error('no database');
      }),
      await reason(() => world({ tools: [] })),
      await reason(() => world({ observe: () => cycle })),
      await reason(() =>
        world({
          observe() {
            throw new Error('gone');
          },
        }),
      ),
      await reason(() => world({ dispose: () => Promise.reject(new Error('still open')) })),
      await reason(() => world({ tools: [declare(() => Promise.reject(new Error('no such order')))] })),
    ]).toMatchInlineSnapshot(`
      [
        "The world could not be made: no database.",
        "The world has no tool named "refund"; its tools are: none.",
        "The world could not be observed: a cycle cannot be stored (at self).",
        "The world could not be observed: gone.",
        "The world could not be disposed of: still open.",
        "refund accepted none of 2 inputs (the first: no such order)",
      ]
    `);
  });
});

test('the finding holds the smallest input, both ledgers and the command that shows it again', async () => {
  const make = (): WorldParts => {
    const mail = mailbox<Order>();
    return { channels: [mail], tools: () => [declare((input) => mail.send(input))] };
  };
  const { finding } = await checkIdempotency({
    world: createWorld(make),
    toolName: 'refund',
    inputs,
    quietMs: 0,
  });
  const { location, id, ...rest } = finding!;
  expect(location?.file).toBe('test/probe/refund-bench.ts');
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect(rest).toMatchInlineSnapshot(`
    {
      "evidence": {
        "again": {
          "mail": [
            {
              "amount": 5,
              "orderId": "o-1",
            },
            {
              "amount": 5,
              "orderId": "o-1",
            },
          ],
        },
        "before": {
          "mail": [],
        },
        "input": {
          "amount": 5,
          "orderId": "o-1",
        },
        "once": {
          "mail": [
            {
              "amount": 5,
              "orderId": "o-1",
            },
          ],
        },
        "probe": "twice",
        "smallestOf": 2,
      },
      "fix": "Send ctx.idempotencyKey with the request, or key the effect by what the input names.",
      "message": "refund changed the world again when it was executed a second time under the same idempotency key: mail[1] was added: {"amount":5,"orderId":"o-1"}.",
      "reproduce": "npx touchstone probe refund --input '{"amount":5,"orderId":"o-1"}'",
      "ruleId": "tool/not-idempotent",
      "severity": "error",
      "toolName": "refund",
    }
  `);
});
