import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { virtualClock } from '../../src/core/clock.ts';
import { createWorld, type WorldParts } from '../../src/probe/channels/create-world.ts';
import { httpService } from '../../src/probe/channels/http-service.ts';
import { mailbox } from '../../src/probe/channels/mailbox.ts';
import { table } from '../../src/probe/channels/table.ts';
import { checkIdempotency } from '../../src/probe/check-idempotency.ts';
import type { ToolContext } from '../../src/tool/context.ts';
import { tool } from '../../src/tool/define-tool.ts';
import type { Tool, ToolAnnotations } from '../../src/tool/tool.ts';
import type { WorldInstance } from '../../src/tool/world.ts';

interface Order {
  orderId: string;
  amount: number;
}

type Execute = (input: Order, ctx: ToolContext) => unknown;

function declare(execute: Execute, annotations: ToolAnnotations = {}): Tool {
  return tool({
    name: 'refund',
    description: 'Pays money back for an order.',
    inputSchema: z.object({ orderId: z.string(), amount: z.number() }),
    outputSchema: z.unknown(),
    annotations,
    execute: execute as never,
  }) as Tool;
}

const inputs = [
  { orderId: 'o-100', amount: 40 },
  { orderId: 'o-1', amount: 5 },
];

async function check(make: () => WorldParts): Promise<{ verdict: string; probe: string; input: unknown }> {
  const { verdict, probe, input } = await checkIdempotency({
    world: createWorld(make),
    toolName: 'refund',
    inputs,
    quietMs: 10,
  });
  return { verdict, probe, input };
}

const smallest = { orderId: 'o-1', amount: 5 };
const sound = (probe: string): object => ({ verdict: 'idempotent', probe, input: undefined });
const faulty = (probe: string): object => ({ verdict: 'non-idempotent', probe, input: smallest });

interface Book {
  refunds: { key: string | null; orderId: string }[];
}

function bank(keyed: boolean): ReturnType<typeof httpService<Book>> {
  return httpService<Book>({
    state: { refunds: [] },
    handle({ headers, body }, state) {
      const key = headers['idempotency-key'] ?? null;
      const known = keyed && key !== null && state.refunds.some((refund) => refund.key === key);
      if (!known) state.refunds.push({ key, orderId: (body as Order).orderId });
      return { body: { booked: true } };
    },
  });
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(`${url}/refunds`, { method: 'POST', body: JSON.stringify(body), headers });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response;
}

describe('faults that each probe alone brings to light', () => {
  test('twice: a second refund is booked', async () => {
    const make = (): WorldParts => {
      const service = bank(true);
      return {
        channels: [service],
        tools: async () => [declare(async (input) => void (await post(await service.url(), input)))],
      };
    };
    expect(await check(make)).toEqual(faulty('twice'));
  });

  test('restart: what was done is remembered in memory only', async () => {
    const make = (): WorldParts => {
      const mail = mailbox();
      return {
        channels: [mail],
        tools() {
          const done = new Set<string>();
          return [
            declare(async ({ orderId }, ctx) => {
              if (done.has(ctx.idempotencyKey)) return;
              done.add(ctx.idempotencyKey);
              await mail.send(orderId);
            }),
          ];
        },
      };
    };
    expect(await check(make)).toEqual(faulty('restart'));
  });

  test('moved clock: the key is made of the day and the hour', async () => {
    const make = (): WorldParts => {
      const clock = virtualClock();
      const mail = mailbox();
      const execute: Execute = async ({ orderId }) => {
        await mail.send(orderId, { key: `${orderId}/${Math.floor(clock.now() / 3_600_000)}` });
      };
      return { clock, channels: [mail], tools: () => [declare(execute)] };
    };
    expect(await check(make)).toEqual(faulty('moved clock'));
  });

  test('timeout after commit: the client itself tries again after a 500 that came after the commit', async () => {
    const make = (): WorldParts => {
      const service = bank(false);
      const execute: Execute = async (input, ctx) => {
        const url = await service.url();
        const { refunds } = service.state;
        if (refunds.some(({ key }) => key === ctx.idempotencyKey)) return;
        const headers = { 'idempotency-key': ctx.idempotencyKey };
        await post(url, input, headers).catch(() => post(url, input, headers));
      };
      return { channels: [service], tools: () => [declare(execute)] };
    };
    expect(await check(make)).toEqual(faulty('timeout after commit'));
  });

  test('partial batch: the mails before the one that failed are sent again', async () => {
    const make = (): WorldParts => {
      const mail = mailbox();
      const sent = table<boolean>('sent');
      const execute: Execute = async (_input, ctx) => {
        if ((await sent.get(ctx.idempotencyKey)) === true) return;
        await mail.send('first');
        await mail.send('second', { key: `${ctx.idempotencyKey}/2` });
        await sent.put(ctx.idempotencyKey, true);
      };
      return { channels: [mail, sent], tools: () => [declare(execute)] };
    };
    expect((await check(make)).verdict).toBe('non-idempotent');
  });

  test('crash before the journal: the mail is sent, then noted; the process dies in between', async () => {
    const make = (): WorldParts => {
      const mail = mailbox();
      const sent = table<boolean>('sent');
      const execute: Execute = async ({ orderId }, ctx) => {
        if ((await sent.get(ctx.idempotencyKey)) === true) return;
        await mail.send(orderId).catch(() => undefined);
        // An error is noted as sent, so that only a death in between repeats the mail.
        await sent.put(ctx.idempotencyKey, true).catch(() => sent.put(ctx.idempotencyKey, true));
      };
      return { channels: [mail, sent], tools: () => [declare(execute)] };
    };
    expect(await check(make)).toEqual(faulty('crash before the journal'));
  });

  test('concurrent duplicates: look first, then act', async () => {
    const make = (): WorldParts => {
      const rows = table<{ paid: number }>('rows', { account: { paid: 0 } });
      const seen = table<boolean>('seen');
      const execute: Execute = async ({ amount }, ctx) => {
        if ((await seen.get(ctx.idempotencyKey)) === true) return;
        await rows.update('account', (row) => ({ paid: row.paid + amount }));
        await seen.put(ctx.idempotencyKey, true);
      };
      // Without faults on the channels only the two executions at once can show it.
      const quiet = { ...rows, faults: [] };
      const calm = { ...seen, faults: [] };
      return { channels: [quiet, calm], tools: () => [declare(execute)] };
    };
    expect(await check(make)).toEqual(faulty('concurrent duplicates'));
  });
});

describe('sound tools stay clean under every probe', () => {
  test('a request that carries the idempotency key', async () => {
    const make = (): WorldParts => {
      const service = bank(true);
      const execute: Execute = async (input, ctx) => {
        await post(await service.url(), input, { 'idempotency-key': ctx.idempotencyKey });
        return { requestedAt: Date.now(), chance: Math.random() };
      };
      return { channels: [service], tools: () => [declare(execute)] };
    };
    expect(await check(make)).toEqual(sound('concurrent duplicates'));
  });

  test('effects in durable steps with keys of their own, also over a crash between them', async () => {
    const make = (): WorldParts => {
      const mail = mailbox();
      const rows = table<number>('rows');
      const execute: Execute = async ({ orderId, amount }, ctx) => {
        await ctx.step.run('mail', () => mail.send(orderId, { key: `${ctx.idempotencyKey}/mail` }));
        await ctx.step.run('row', () => rows.insert(ctx.idempotencyKey, amount));
      };
      return { channels: [mail, rows], tools: () => [declare(execute)] };
    };
    expect(await check(make)).toEqual(sound('concurrent duplicates'));
  });
});

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
  expect(location?.file).toBe('test/probe/check-idempotency.test.ts');
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
