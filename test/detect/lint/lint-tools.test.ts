import { expect, test } from 'vitest';
import { z } from 'zod';
import { lintTools } from '../../../src/detect/lint/lint-tools.ts';
import { jsonSchema } from '../../../src/schema/json-schema.ts';
import { declareTool, tool } from '../../../src/tool/define-tool.ts';

const sound = {
  name: 'refund_order',
  description: 'Pays the price of an order back to the card it was paid with.',
  inputSchema: z.object({ orderId: z.string().describe('Such as o-17') }),
  outputSchema: z.object({}),
  execute: () => ({}),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
};

function lint(options: object): string[] {
  return lintTools([tool({ ...sound, ...options })]).map(
    ({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`,
  );
}

test('a tool that tells all that a model needs has no finding', () => {
  expect(lint({})).toEqual([]);
});

test.each([
  ['an empty description', { description: '' }],
  ['a description that repeats the name', { description: 'Refund order tool' }],
  ['a vague description', { description: 'Handles various things' }],
  [
    'fields without description',
    { inputSchema: z.object({ orderId: z.string(), lines: z.array(z.object({ sku: z.string() })) }) },
  ],
  ['a date', { inputSchema: z.object({ on: z.date().describe('day') }) }],
  ['a field without a type', { inputSchema: z.object({ data: z.any().describe('any') }) }],
  ['an input that is a union', { inputSchema: z.union([z.string(), z.number()]) }],
  ['a name with a dot', { name: 'orders.refund' }],
  ['a name that begins with a digit', { name: '2fa' }],
  ['no hints', { annotations: {} }],
  ['hints that contradict each other', { annotations: { readOnlyHint: true, destructiveHint: true } }],
])('%s is told with how to mend it', (_, options) => {
  expect(lint(options)).toMatchSnapshot();
});

test('a default that JSON Schema does not carry is told', () => {
  const lost = z.object({
    n: z
      .string()
      .transform((text) => new Date(text))
      .default(new Date(0))
      .describe('n'),
  });
  expect(lint({ inputSchema: lost }).filter((line) => line.includes('default-lost'))).toHaveLength(1);
  expect(lint({ inputSchema: z.object({ n: z.number().default(3).describe('n') }) })).toEqual([]);
});

test('a recursive document ends', () => {
  const document = {
    type: 'object',
    $defs: { node: { type: 'object', properties: { child: { $ref: '#/$defs/node' } } } },
    properties: { tree: { $ref: '#/$defs/node' } },
  };
  const made = declareTool({ ...sound, inputSchema: jsonSchema(document), outputSchema: undefined });
  expect(lintTools([made]).map((finding) => finding.ruleId)).toEqual(['tool/undescribed-field']);
});

test.each([[undefined], [null], [[1]], [{}], ['tools'], [[undefined]]])(
  '%s in place of tools is refused',
  (value) => {
    expect(() => lintTools(value as never)).toThrow('lintTools takes a list of tools');
  },
);
