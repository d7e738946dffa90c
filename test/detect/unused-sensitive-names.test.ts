import { expect, test } from 'vitest';
import { z } from 'zod';
import { findUnusedSensitiveNames } from '../../src/detect/unused-sensitive-names.ts';
import { importTraces } from '../../src/record/import/import-traces.ts';
import { tool } from '../../src/tool/define-tool.ts';
import type { Tool } from '../../src/tool/tool.ts';

const find = (sensitiveFieldNames: string[]): Tool =>
  tool({
    name: 'find',
    description: 'Finds a customer.',
    inputSchema: z.object({}),
    outputSchema: z.object({}),
    sensitiveFieldNames,
    execute: () => ({}),
  }) as unknown as Tool;

const traces = importTraces(
  JSON.stringify([
    { role: 'user', content: 'hi' },
    {
      role: 'assistant',
      tool_calls: [{ id: 'c', function: { name: 'find', arguments: '{"e_mail":"a@b.cc"}' } }],
    },
    { role: 'tool', tool_call_id: 'c', content: '[{"customerPhone":"1"},"{\\"inner\\":1}"]' },
  ]),
  { format: 'openai-messages' },
);

test('a sensitive name that no field of the recorded calls has is reported, however its words are joined', () => {
  const unused = findUnusedSensitiveNames(traces, [find(['eMail', 'customer-phone', 'inner', 'email'])]);
  expect(unused.map(({ ruleId, message }) => [ruleId, message])).toEqual([
    ['leak/unused-name', 'The sensitive field "email" of find stands in none of its recorded calls.'],
  ]);
});

test('a tool that was never called is not judged', () => {
  expect(findUnusedSensitiveNames([], [find(['email'])])).toEqual([]);
});
