import { describe, expect, test } from 'vitest';
import { virtualClock } from '../../src/core/clock.ts';
import type { WorldParts } from '../../src/probe/channels/create-world.ts';
import { httpService } from '../../src/probe/channels/http-service.ts';
import { mailbox } from '../../src/probe/channels/mailbox.ts';
import { table } from '../../src/probe/channels/table.ts';
import { check, declare, type Execute, type Order } from './refund-bench.ts';

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
    expect(await check(make)).toEqual(sound('other arguments under the same key'));
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
    expect(await check(make)).toEqual(sound('other arguments under the same key'));
  });
});
