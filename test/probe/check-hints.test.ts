import { describe, expect, test } from 'vitest';
import { createWorld, type WorldParts } from '../../src/probe/channels/create-world.ts';
import { mailbox } from '../../src/probe/channels/mailbox.ts';
import { table } from '../../src/probe/channels/table.ts';
import { checkHints, type HintsCheck } from '../../src/probe/check-hints.ts';
import { checkIdempotency } from '../../src/probe/check-idempotency.ts';
import type { ToolAnnotations } from '../../src/tool/tool.ts';
import { declare, inputs, type Execute } from './refund-bench.ts';

async function check(
  make: (annotations: ToolAnnotations) => WorldParts,
  annotations: ToolAnnotations,
): Promise<Record<string, string>> {
  const { hints } = await hintsOf(make, annotations);
  return Object.fromEntries(Object.entries(hints).map(([name, { judgement }]) => [name, judgement]));
}

function hintsOf(
  make: (annotations: ToolAnnotations) => WorldParts,
  annotations: ToolAnnotations,
): Promise<HintsCheck> {
  return checkHints({ world: createWorld(() => make(annotations)), toolName: 'refund', inputs, quietMs: 0 });
}

const wholly: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

const reading = (annotations: ToolAnnotations): WorldParts => {
  const rows = table('rows', { 'o-1': 5 });
  return { channels: [rows], tools: () => [declare(async ({ orderId }) => rows.get(orderId), annotations)] };
};

const adding = (annotations: ToolAnnotations): WorldParts => {
  const mail = mailbox<string>();
  const execute: Execute = ({ orderId }) => mail.send(orderId);
  return { channels: [mail], tools: () => [declare(execute, annotations)] };
};

const overwriting = (annotations: ToolAnnotations): WorldParts => {
  const rows = table<number>('rows', { last: 0 });
  const execute: Execute = ({ amount }) => rows.put('last', amount);
  return { channels: [rows], tools: () => [declare(execute, annotations)] };
};

const calling = (annotations: ToolAnnotations): WorldParts => {
  const execute: Execute = async () => void (await fetch('http://telemetry.invalid/').catch(() => undefined));
  return { channels: [], tools: () => [declare(execute, annotations)] };
};

describe('each hint is held against what was seen', () => {
  test('of a tool that reads', async () => {
    expect(await check(reading, wholly)).toEqual({
      readOnlyHint: 'honest',
      destructiveHint: 'honest',
      idempotentHint: 'honest',
      openWorldHint: 'honest',
    });
    expect(await check(reading, {})).toEqual({
      readOnlyHint: 'unproven',
      destructiveHint: 'unproven',
      idempotentHint: 'unproven',
      openWorldHint: 'unproven',
    });
  });

  test('of a tool that only adds', async () => {
    expect(await check(adding, wholly)).toEqual({
      readOnlyHint: 'dishonest',
      destructiveHint: 'honest',
      idempotentHint: 'dishonest',
      openWorldHint: 'honest',
    });
    expect(await check(adding, { readOnlyHint: false, idempotentHint: false })).toEqual({
      readOnlyHint: 'honest',
      destructiveHint: 'unproven',
      idempotentHint: 'honest',
      openWorldHint: 'unproven',
    });
  });

  test('of a tool that overwrites', async () => {
    expect(await check(overwriting, { destructiveHint: false, idempotentHint: true })).toEqual({
      readOnlyHint: 'honest',
      destructiveHint: 'dishonest',
      idempotentHint: 'honest',
      openWorldHint: 'unproven',
    });
    expect((await check(overwriting, { destructiveHint: true }))['destructiveHint']).toBe('honest');
  });

  test('of a tool that asks a host outside its world', async () => {
    expect((await check(calling, { openWorldHint: false }))['openWorldHint']).toBe('dishonest');
    expect((await check(calling, { openWorldHint: true }))['openWorldHint']).toBe('honest');
  });
});

test('a dishonest hint is a finding with what was seen and the command', async () => {
  const { findings } = await hintsOf(overwriting, { destructiveHint: false });
  expect(findings.map(({ location: _location, id: _id, ...rest }) => rest)).toMatchInlineSnapshot(`
    [
      {
        "evidence": {
          "declared": false,
          "hint": "destructiveHint",
          "input": {
            "amount": 5,
            "orderId": "o-1",
          },
          "reason": "A call removed or overwrote what was there before, at rows[0].",
        },
        "fix": "Set annotations.destructiveHint to true, or change what the tool does.",
        "message": "refund says destructiveHint: false, but: A call removed or overwrote what was there before, at rows[0].",
        "reproduce": "npx touchstone probe refund",
        "ruleId": "tool/dishonest-hint",
        "severity": "error",
        "toolName": "refund",
      },
    ]
  `);
});

test('effects that no world can see make the verdict inconclusive, never sound', async () => {
  const world = createWorld(() => calling({}));
  const { verdict, reason } = await checkIdempotency({ world, toolName: 'refund', inputs, quietMs: 0 });
  expect([verdict, reason]).toEqual([
    'inconclusive',
    'it asked telemetry.invalid:80, where no world can see its effects',
  ]);
});

test('a world that fails makes every hint unproven', async () => {
  const world = (): never => {
    throw new Error('no database');
  };
  const { hints, findings } = await checkHints({ world, toolName: 'refund', inputs, quietMs: 0 });
  expect(Object.values(hints).map(({ judgement }) => judgement)).toEqual(Array(4).fill('unproven'));
  expect(findings).toEqual([]);
});
