import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { compareSurfaces } from '../../../src/compare/surface/compare-surfaces.ts';
import { toJsonSchema } from '../../../src/schema/to-json-schema.ts';
import type { ToolSurface } from '../../../src/trace/recording.ts';

function surface(input: z.ZodType, more: Partial<ToolSurface> = {}): ToolSurface {
  return {
    name: 'refund',
    description: 'Refunds an order.',
    inputSchema: toJsonSchema(input).schema,
    ...more,
  };
}

const changes = (golden: ToolSurface, actual: ToolSurface) =>
  compareSurfaces([golden], [actual]).map(({ impact, message }) => `${impact}: ${message}`);

const output = (schema: z.ZodType) => ({ outputSchema: toJsonSchema(schema).schema });
const order = { orderId: z.string(), amount: z.number().min(0).max(100) };
const golden = surface(z.object(order));

test('the same surface has no changes', () => {
  expect(changes(golden, structuredClone(golden))).toEqual([]);
});

test('tools that come are compatible, tools that go break', () => {
  const other = { ...golden, name: 'mail' };
  expect(compareSurfaces([golden], [other]).map(({ toolName, impact }) => `${toolName} ${impact}`)).toEqual([
    'mail compatible',
    'refund breaking',
  ]);
});

describe('on the input side', () => {
  test.each([
    [
      'a new required field',
      z.object({ ...order, reason: z.string() }),
      ['breaking: inputSchema.properties.reason is new and required.'],
    ],
    [
      'a new optional field',
      z.object({ ...order, reason: z.string().optional() }),
      ['compatible: inputSchema.properties.reason is new.'],
    ],
    [
      'a field that is gone',
      z.object({ orderId: z.string() }),
      ['breaking: inputSchema.properties.amount is gone.'],
    ],
    [
      'a field that becomes optional',
      z.object({ ...order, orderId: z.string().optional() }),
      ['compatible: inputSchema.properties.orderId is optional now.'],
    ],
    [
      'a tighter limit',
      z.object({ ...order, amount: z.number().min(0).max(50) }),
      ['breaking: inputSchema.properties.amount.maximum allows less.'],
    ],
    [
      'a looser limit',
      z.object({ ...order, amount: z.number().min(0).max(500) }),
      ['compatible: inputSchema.properties.amount.maximum allows more.'],
    ],
    [
      'another type',
      z.object({ ...order, orderId: z.number() }),
      ['breaking: inputSchema.properties.orderId.type changed.'],
    ],
    [
      'another text',
      z.object({ ...order, orderId: z.string().describe('the id') }),
      ['wording: inputSchema.properties.orderId.description has other words.'],
    ],
  ])('%s', (_what, input, expected) => {
    expect(changes(golden, surface(input))).toEqual(expected);
  });

  test('more choices are compatible, less break', () => {
    const [few, many] = [
      surface(z.object({ kind: z.enum(['a', 'b']) })),
      surface(z.object({ kind: z.enum(['a', 'b', 'c']) })),
    ];
    expect([changes(few, many), changes(many, few)]).toEqual([
      ['compatible: inputSchema.properties.kind.enum allows more.'],
      ['breaking: inputSchema.properties.kind.enum allows less.'],
    ]);
  });
});

test('on the output side it is the other way round', () => {
  const of = (schema: z.ZodType) => surface(z.object(order), output(schema));
  const [few, many] = [
    of(z.object({ state: z.enum(['a']) })),
    of(z.object({ state: z.enum(['a', 'b']), at: z.string() })),
  ];
  expect([changes(few, many), changes(many, few)]).toEqual([
    [
      'compatible: outputSchema.properties.at is new.',
      'breaking: outputSchema.properties.state.enum allows more.',
    ],
    [
      'breaking: outputSchema.properties.at is gone.',
      'compatible: outputSchema.properties.state.enum allows less.',
    ],
  ]);
});

test('a hint that promises less breaks, one that promises more does not, words are words', () => {
  const safe = { ...golden, annotations: { readOnlyHint: true } };
  expect([changes(safe, golden), changes(golden, safe)]).toEqual([
    ['breaking: refund says readOnlyHint false and said true.'],
    ['compatible: refund says readOnlyHint true and said false.'],
  ]);
  expect(changes(golden, { ...golden, description: 'Gives money back.' })).toEqual([
    'wording: refund describes itself in other words.',
  ]);
});
