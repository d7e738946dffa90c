import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { z as older } from 'zod-4-1';
import * as mini from 'zod/mini';
import { validInputs } from '../../src/fuzz.ts';
import { valueSource } from '../../src/fuzz/value-source.ts';
import { jsonSchema } from '../../src/schema/json-schema.ts';
import { readSchema } from '../../src/schema/read-schema.ts';
import type { SchemaSource } from '../../src/schema/schema.ts';
import { hasConstructs, readConstructs, type Construct } from '../schema/constructs.ts';

const order = z.object({
  id: z.uuid(),
  mail: z.email().max(40),
  amount: z.number().positive().multipleOf(0.01).max(500),
  lines: z
    .array(z.strictObject({ sku: z.string().regex(/^[a-z]{2,8}$/), count: z.int().min(1).max(9) }))
    .min(1),
  note: z.string().trim().min(1).optional(),
});

const accepted = async (source: SchemaSource, value: unknown): Promise<boolean> =>
  (await readSchema(source).parse(value)).ok;

/** Only these two cannot be known from a schema alone. */
function withHints({ name, make }: Construct): z.ZodType {
  return name === 'custom' ? make().meta({ touchstone: { examples: ['1px', '20px'] } }) : make();
}

describe('validInputs', () => {
  test('makes values that the schema accepts', () => {
    fc.assert(fc.property(validInputs(order), (value) => order.safeParse(value).success));
  });

  test.skipIf(!hasConstructs)(
    'is right for every construct of zod (corpus beside the repository)',
    async () => {
      const wrong: string[] = [];
      for (const construct of await readConstructs()) {
        const schema = withHints(construct);
        for (const value of fc.sample(validInputs(schema), { numRuns: 100, seed: 1 })) {
          if (!(await accepted(schema, value))) wrong.push(construct.name);
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  test.skipIf(!hasConstructs)(
    'is right for every construct of zod 4.1 (corpus beside the repository)',
    async () => {
      const wrong: string[] = [];
      for (const construct of await readConstructs(older)) {
        const schema =
          construct.name === 'custom' ? older.literal('1px') : (construct.make() as unknown as z.ZodType);
        for (const value of fc.sample(validInputs(schema as z.ZodType), { numRuns: 40, seed: 1 })) {
          if (!(await accepted(schema as z.ZodType, value))) wrong.push(construct.name);
        }
      }
      expect([...new Set(wrong)]).toEqual([]);
    },
  );

  test('gives the same values for the same seed', () => {
    const draw = () => fc.sample(validInputs(order), { numRuns: 20, seed: 7 });
    expect(draw()).toEqual(draw());
  });

  test('throws away hardly anything where no rule is code', () => {
    fc.sample(validInputs(order), { numRuns: 500, seed: 3 });
    const { made, rejected } = valueSource(order).counts;
    expect(rejected / made).toBeLessThan(0.01);
  });

  test('shrinks to the simplest value that still fails, and stays valid on the way', () => {
    const seen: unknown[] = [];
    const schema = z.object({ tags: z.array(z.string()), n: z.int().min(0).max(1_000) });
    const result = fc.check(
      fc.property(validInputs(schema), (value) => {
        seen.push(value);
        return !(value.tags.length >= 2 && value.n > 37);
      }),
      { seed: 5, numRuns: 1_000 },
    );
    expect(result.counterexample).toEqual([{ tags: ['', ''], n: 38 }]);
    expect(seen.every((value) => schema.safeParse(value).success)).toBe(true);
  });

  test('makes zeros of a uuid that any uuid fails', () => {
    const result = fc.check(
      fc.property(validInputs(z.uuid()), () => false),
      { seed: 1 },
    );
    expect(result.counterexample).toEqual(['00000000-0000-0000-0000-000000000000']);
  });

  test('reads zod/mini and JSON Schema documents', () => {
    const small = mini.object({ id: mini.string().check(mini.minLength(3)) });
    fc.assert(fc.property(validInputs(small), (value) => mini.safeParse(small, value).success));
    const document = jsonSchema({
      type: 'object',
      properties: {
        mail: { type: 'string', format: 'email', maxLength: 30, pattern: '^[a-m]' },
        kind: { oneOf: [{ const: 'a' }, { type: 'integer', multipleOf: 5 }] },
        tree: { $ref: '#/$defs/tree' },
      },
      required: ['mail', 'tree', 'kind'],
      additionalProperties: { type: 'number' },
      $defs: {
        tree: { type: 'object', properties: { kids: { type: 'array', items: { $ref: '#/$defs/tree' } } } },
      },
    });
    const schema = readSchema(document);
    fc.assert(fc.property(validInputs(document), (value) => (schema.parse(value) as { ok: boolean }).ok));
  });

  test('takes the author’s own arbitrary', () => {
    const schema = z
      .custom<`${number}px`>((value) => /^\d+px$/.test(String(value)))
      .meta({
        touchstone: { arbitrary: fc.nat(9).map((n) => `${n}px`) },
      });
    fc.assert(fc.property(validInputs(schema), (value) => /^\dpx$/.test(value)));
  });
});

describe('what cannot be generated', () => {
  const message = (schema: SchemaSource): string => {
    const start = performance.now();
    try {
      fc.sample(validInputs(schema), 1);
      return 'made';
    } catch (error) {
      return performance.now() - start < 1_000 ? (error as Error).message : 'too late';
    }
  };

  test('is named with path and rule within a second', () => {
    const endless: z.ZodType = z.object({
      get next() {
        return endless;
      },
    });
    expect(
      [
        z.object({ user: z.object({ age: z.int().min(5).max(3) }) }),
        z.object({ code: z.string().regex(/^a+$/).startsWith('b') }),
        endless,
        z.set(z.boolean()).min(3),
        z.object({ x: z.string().refine(() => false) }),
        z.array(z.never()).min(1),
        z.intersection(z.string(), z.number()),
        z.custom(() => false),
      ].map(message),
    ).toMatchInlineSnapshot(`
      [
        "No value can be generated for $.user.age: no number lies between its bounds (rule number).",
        "No value can be generated for $.code: its rules on text contradict each other (rule string).",
        "No value can be generated for $: it contains itself without an end (rule recursion).",
        "No value can be generated for $: 3 different items are needed and only 2 exist (rule size).",
        "No value can be generated for $.x: its code accepted 0 % of 1000 values (rule refine).",
        "No value can be generated for $.*: it allows no value (rule never).",
        "No value can be generated for $: it allows no value (rule never).",
        "No value can be generated for $: its code accepts none of the values that are tried; give values with .meta({ touchstone: { examples: [...] } }) (rule custom).",
      ]
    `);
  });

  test('is found in enormous schemas as fast', () => {
    let nested: z.ZodType = z.int();
    for (let depth = 0; depth < 200; depth++) nested = z.object({ inner: nested });
    const wide = z.object(
      Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`field${index}`, z.string()])),
    );
    expect([message(nested), message(wide)]).toEqual(['made', 'made']);
  });
});
