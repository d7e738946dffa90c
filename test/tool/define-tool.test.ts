import { readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { AppError } from '../../src/core/errors.ts';
import { jsonSchema } from '../../src/schema/json-schema.ts';
import { defineTool, tool } from '../../src/tool/define-tool.ts';
import type { Tool } from '../../src/tool/tool.ts';

const valid = {
  name: 'issueRefund',
  description: 'Issues a refund for an order',
  inputSchema: z.object({ orderId: z.string() }),
  outputSchema: z.object({ refundId: z.string() }),
  execute: () => ({ refundId: 're_1' }),
};

function lineOf(text: string): number {
  const lines = readFileSync('test/tool/define-tool.test.ts', 'utf8').split('\n');
  return lines.findIndex((line) => line.trim() === text) + 1;
}

function refusal(declare: () => unknown): { code: string; message: string; issues: unknown } {
  try {
    declare();
  } catch (thrown) {
    if (AppError.is(thrown)) {
      return { code: thrown.code, message: thrown.message, issues: thrown.details?.issues };
    }
    throw thrown;
  }
  throw new Error('nothing was refused');
}

describe('tool', () => {
  test('gives a frozen tool with the defaults filled in and the place where it was declared', () => {
    const declared = tool(valid);
    const { inputSchema, outputSchema, execute, location, ...rest } = declared;
    expect(rest).toEqual({
      kind: 'tool',
      name: 'issueRefund',
      description: 'Issues a refund for an order',
      allowedAgentNames: undefined,
      timeoutMs: undefined,
      retry: { maxAttempts: 1, backoffMs: 0, allowNonIdempotent: false },
      sensitiveFieldNames: [],
      requiresApproval: false,
      annotations: {},
      external: false,
    });
    expect([inputSchema.kind, outputSchema?.kind, execute]).toEqual(['zod', 'zod', valid.execute]);
    expect(location?.file).toBe('test/tool/define-tool.test.ts');
    expect(location?.line).toBe(lineOf('const declared = tool(valid);'));
    expect(Object.isFrozen(declared)).toBe(true);
    expect(Object.isFrozen(declared.retry)).toBe(true);
  });

  test('refuses what is declared wrongly, naming the tool and every fault', () => {
    const wrong = { ...valid, timeoutMs: 0, retry: { maxAttempts: 0 }, colour: 'red' };
    expect(refusal(() => tool(wrong as never))).toMatchInlineSnapshot(`
      {
        "code": "CONFIG_INVALID",
        "issues": [
          {
            "code": "too_small",
            "message": "Too small: expected number to be >0",
            "path": [
              "timeoutMs",
            ],
          },
          {
            "code": "too_small",
            "message": "Too small: expected number to be >=1",
            "path": [
              "retry",
              "maxAttempts",
            ],
          },
          {
            "code": "unrecognized_keys",
            "message": "Unrecognized key: "colour"",
            "path": [],
          },
        ],
        "message": "Tool "issueRefund" is declared wrongly (timeoutMs: Too small: expected number to be >0; retry.maxAttempts: Too small: expected number to be >=1; Unrecognized key: "colour").",
      }
    `);
  });

  test.each([
    ['no name', { name: undefined }],
    ['a name with a space', { name: 'issue refund' }],
    ['a name of 65 characters', { name: 'a'.repeat(65) }],
    ['a time limit that is no integer', { timeoutMs: 1.5 }],
    ['a negative time limit', { timeoutMs: -1 }],
    ['no execute', { execute: undefined }],
    ['a schema that is none', { inputSchema: { type: 'object' } }],
    ['a misspelt hint', { annotations: { readonlyHint: true } }],
    ['an own __proto__ key', JSON.parse('{"__proto__": {"name": "x"}}')],
  ])('refuses %s', (_, fault) => {
    const options = { ...valid };
    for (const key of Object.keys(fault)) {
      Object.defineProperty(options, key, { value: fault[key], enumerable: true });
    }
    expect(refusal(() => tool(options as never)).code).toBe('CONFIG_INVALID');
  });

  test.each([[undefined], [null], [7], ['tool'], [[]], [() => 1]])(
    'refuses %s in place of options',
    (options) => {
      expect(refusal(() => tool(options as never)).code).toBe('CONFIG_INVALID');
    },
  );

  test('refuses options that throw when they are read', () => {
    const hostile = Object.defineProperty({ ...valid }, 'name', {
      enumerable: true,
      get: () => {
        throw new Error('no');
      },
    });
    expect(refusal(() => tool(hostile)).message).toBe('Tool is declared wrongly (could not be read: no).');
  });

  test('refuses several attempts of a tool that says it is not idempotent, unless they are allowed', () => {
    const options = { ...valid, annotations: { idempotentHint: false } };
    expect(refusal(() => tool({ ...options, retry: { maxAttempts: 2 } })).message).toMatchInlineSnapshot(
      `"Tool "issueRefund" is declared wrongly (retry.maxAttempts: asks for 2 attempts of a tool whose annotations.idempotentHint is false, so a second attempt could repeat the effect: set it to 1, make the tool idempotent, or say retry.allowNonIdempotent: true)."`,
    );
    expect(tool({ ...options, retry: { maxAttempts: 2, allowNonIdempotent: true } }).retry.maxAttempts).toBe(
      2,
    );
    expect(tool({ ...valid, retry: { maxAttempts: 2 } }).retry.maxAttempts).toBe(2);
  });

  test('keeps its own copies of the lists it was given', () => {
    const allowedAgentNames = ['a'];
    const declared = tool({ ...valid, allowedAgentNames });
    allowedAgentNames.push('b');
    expect(declared.allowedAgentNames).toEqual(['a']);
  });
});

describe('defineTool', () => {
  test('is the same tool in the other order of words', () => {
    const declared = defineTool(
      { id: 'get_time', description: 'Tells the time', approval: 'always', timeoutMs: 50 },
      (ctx, input) => [ctx, input],
    );
    expect(declared.name).toBe('get_time');
    expect(declared.requiresApproval).toBe(true);
    expect(declared.timeoutMs).toBe(50);
    expect(declared.outputSchema).toBeUndefined();
    expect(declared.inputSchema.parse({})).toEqual({ ok: true, value: {} });
    expect(declared.execute('input' as never, 'ctx' as never)).toEqual(['ctx', 'input']);
    expect(declared.location?.file).toBe('test/tool/define-tool.test.ts');
    expect(String(declared.execute)).toBe('(ctx, input) => [ctx, input]');
  });

  test('refuses a missing handler and unknown keys', () => {
    const config = { id: 'x', description: 'x' };
    expect(refusal(() => defineTool(config, undefined as never)).message).toBe(
      'Tool "x" is declared wrongly (handler: must be a function).',
    );
    expect(refusal(() => defineTool({ ...config, colour: 'red' } as never, () => 1)).message).toBe(
      'Tool "x" is declared wrongly (Unrecognized key: "colour").',
    );
  });
});

describe('types', () => {
  test('execute takes the parsed input and returns what the output schema reads', () => {
    const declared = tool({
      ...valid,
      inputSchema: z.object({ amount: z.string().transform(Number), note: z.string().default('') }),
      outputSchema: z.object({ at: z.string().transform((text) => new Date(text)) }),
      execute: (input) => {
        expectTypeOf(input).toEqualTypeOf<{ amount: number; note: string }>();
        return { at: '2026-01-01' };
      },
    });
    expectTypeOf(declared).toEqualTypeOf<
      Tool<{ amount: string; note?: string | undefined }, { amount: number; note: string }, { at: Date }>
    >();
    expectTypeOf(declared).toExtend<Tool>();
    const list: Tool[] = [declared];
    expect(list).toHaveLength(1);
  });

  test('a wrong return type, a wrong field and a wrong approval function do not compile', () => {
    const { execute: _, ...rest } = valid;
    // @ts-expect-error the output schema wants a string
    tool({ ...rest, execute: () => ({ refundId: 1 }) });
    // @ts-expect-error the output schema wants refundId
    tool({ ...rest, execute: async () => await Promise.resolve({}) });
    // @ts-expect-error the input has no such field
    tool({ ...rest, execute: (input) => ({ refundId: input.order }) });
    // @ts-expect-error the input has no such field
    tool({ ...valid, requiresApproval: ({ input }) => input.amount > 1 });
    // @ts-expect-error a handler must return what the output schema reads
    defineTool({ id: 'a', description: 'a', outputSchema: z.number() }, () => 'text');
    // @ts-expect-error a tool without input schema has no fields
    defineTool({ id: 'a', description: 'a' }, (_ctx, input) => input.city.length);
  });

  test('zod/mini, JSON Schema, void, union and primitive schemas are inferred as well', () => {
    const fromMini = tool({
      ...valid,
      inputSchema: mini.object({ city: mini.string() }),
      outputSchema: z.void(),
      execute: (input) => {
        expectTypeOf(input).toEqualTypeOf<{ city: string }>();
      },
    });
    expectTypeOf(fromMini).toEqualTypeOf<Tool<{ city: string }, { city: string }, void>>();
    const fromDocument = tool({
      ...valid,
      inputSchema: jsonSchema<{ city: string }>({ type: 'object' }),
      outputSchema: z.union([z.string(), z.null()]),
      execute: (input) => (input.city === '' ? null : input.city),
    });
    expectTypeOf(fromDocument).toEqualTypeOf<Tool<{ city: string }, { city: string }, string | null>>();
    const handled = defineTool({ id: 'a', description: 'a', inputSchema: z.string() }, (_ctx, input) => {
      expectTypeOf(input).toEqualTypeOf<string>();
      return input.length;
    });
    expectTypeOf(handled).toEqualTypeOf<Tool<string, string, unknown>>();
  });
});
