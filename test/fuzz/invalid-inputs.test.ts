import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { edgeInputs, explain, invalidInputs } from '../../src/fuzz.ts';
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

describe('invalidInputs', () => {
  test('breaks one rule at a time and tells what the schema reports', () => {
    fc.assert(
      fc.property(invalidInputs(order), ({ value, expect: expected }) => {
        const issues = order.safeParse(value).error!.issues;
        return (
          issues.length === 1 &&
          issues[0]!.code === expected.code &&
          issues[0]!.path.join() === expected.path.join()
        );
      }),
    );
  });

  test('reaches every rule', () => {
    const rules = new Set(
      fc.sample(invalidInputs(order), { numRuns: 2_000, seed: 1 }).map(({ rule }) => rule),
    );
    expect([...rules].sort()).toMatchInlineSnapshot(`
      [
        "$ · type:object",
        "$.amount · greater_than:0",
        "$.amount · less_than:=500",
        "$.amount · multiple_of:0.01",
        "$.amount · required",
        "$.amount · type:number",
        "$.id · format:uuid",
        "$.id · required",
        "$.id · type:string",
        "$.lines · min_length:1",
        "$.lines · required",
        "$.lines · type:array",
        "$.lines.* · type:object",
        "$.lines.* · unrecognized_keys",
        "$.lines.*.count · format:safeint",
        "$.lines.*.count · greater_than:=1",
        "$.lines.*.count · less_than:=9",
        "$.lines.*.count · required",
        "$.lines.*.count · type:number",
        "$.lines.*.sku · regex:^[a-z]{2,8}$",
        "$.lines.*.sku · required",
        "$.lines.*.sku · type:string",
        "$.mail · format:email",
        "$.mail · max_length:40",
        "$.mail · required",
        "$.mail · type:string",
        "$.note · min_length:1",
        "$.note · type:string",
      ]
    `);
  });

  test('shrinks inside the rule that is broken', () => {
    const result = fc.check(
      fc.property(invalidInputs(order), ({ rule }) => rule !== '$.lines.*.count · less_than:=9'),
      { seed: 2, numRuns: 2_000 },
    );
    const [found] = result.counterexample!;
    expect(found.rule).toBe('$.lines.*.count · less_than:=9');
    expect(found.expect).toEqual({ code: 'too_big', path: ['lines', 0, 'count'] });
    expect((found.value as z.infer<typeof order>).lines).toEqual([{ sku: 'aa', count: 10 }]);
  });

  test.skipIf(!hasConstructs)(
    'never mislabels, for every construct of zod (corpus beside the repository)',
    async () => {
      const wrong: string[] = [];
      for (const construct of await readConstructs()) {
        const schema = withHints(construct);
        if (explain(schema).rules.every((rule) => rule.status !== 'breakable')) continue;
        for (const { value } of fc.sample(invalidInputs(schema), { numRuns: 30, seed: 1 })) {
          if (await accepted(schema, value)) wrong.push(construct.name);
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  test('says so when nothing can be broken', () => {
    expect(() => fc.sample(invalidInputs(z.unknown()), 1)).toThrow('it has no rule that could be broken');
  });
});

describe('edgeInputs', () => {
  test('labels every value as the schema does, and has both labels', () => {
    const values = fc.sample(edgeInputs(order), { numRuns: 500, seed: 1 });
    expect(values.filter(({ value, valid }) => order.safeParse(value).success !== valid)).toEqual([]);
    expect(new Set(values.map(({ valid }) => valid))).toEqual(new Set([true, false]));
  });

  test('stands on both sides of a bound', () => {
    const values = new Set(
      fc.sample(edgeInputs(z.int().min(3).max(9)), { numRuns: 500, seed: 1 }).map(({ value }) => value),
    );
    expect([3, 4, 8, 9, 2, 10].filter((value) => !values.has(value))).toEqual([]);
  });
});

describe('explain', () => {
  test('tells which rules can be broken alone, which are entailed and which are code', () => {
    const schema = z.object({
      mail: z.email().min(1),
      both: z
        .object({ low: z.int().min(0).max(5), high: z.int().min(0).max(5) })
        .refine((v) => v.low <= v.high),
      any: z.string().refine(() => true),
    });
    const { rules, ...rest } = explain(schema);
    expect(rest).toEqual({ satisfiable: true, height: 2 });
    expect(rules.map(({ rule, status }) => `${status} ${rule}`)).toMatchInlineSnapshot(`
      [
        "breakable $ · type:object",
        "breakable $.mail · required",
        "breakable $.both · required",
        "breakable $.any · required",
        "breakable $.mail · type:string",
        "breakable $.mail · format:email",
        "entailed $.mail · min_length:1",
        "breakable $.both · type:object",
        "breakable $.both.low · required",
        "breakable $.both.high · required",
        "breakable $.both · custom:refine",
        "breakable $.both.low · type:number",
        "breakable $.both.low · format:safeint",
        "breakable $.both.low · greater_than:=0",
        "entailed $.both.low · less_than:=5",
        "breakable $.both.high · type:number",
        "breakable $.both.high · format:safeint",
        "entailed $.both.high · greater_than:=0",
        "breakable $.both.high · less_than:=5",
        "breakable $.any · type:string",
        "opaque $.any · custom:refine",
      ]
    `);
  });

  test('tells what makes a schema impossible', () => {
    expect(explain(z.object({ a: z.array(z.never()).min(1) }))).toEqual({
      satisfiable: false,
      height: Infinity,
      problem: { path: '$.a.*', rule: 'never', reason: 'it allows no value' },
      rules: [],
    });
  });
});
