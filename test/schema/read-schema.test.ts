import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { jsonSchema } from '../../src/schema/json-schema.ts';
import { readSchema } from '../../src/schema/read-schema.ts';
import type { SchemaSource } from '../../src/schema/schema.ts';

const parse = (source: SchemaSource, value: unknown) => readSchema(source).parse(value);

describe('readSchema', () => {
  test('gives one Schema per source and returns a Schema as it is', () => {
    const source = z.string();
    const schema = readSchema(source);
    expect(readSchema(source)).toBe(schema);
    expect(readSchema(schema)).toBe(schema);
  });

  test('refuses what is no schema with a sentence', () => {
    const refused = [null, 'x', {}, { _def: { typeName: 'ZodString' } }].map((value) => {
      try {
        return readSchema(value as never);
      } catch (error) {
        return (error as Error).message;
      }
    });
    expect(refused).toEqual([
      'A schema must be a zod 4 schema or a document wrapped by jsonSchema(document), not object.',
      'A schema must be a zod 4 schema or a document wrapped by jsonSchema(document), not string.',
      'A schema must be a zod 4 schema or a document wrapped by jsonSchema(document), not an object of another kind.',
      'A schema was made by zod 3, expected zod 4: import it from "zod" 4.1 or newer.',
    ]);
  });

  test('reads zod/mini', () => {
    const source = mini.object({ id: mini.string().check(mini.minLength(2)) });
    expect(parse(source, { id: 'ab' })).toEqual({ ok: true, value: { id: 'ab' } });
    expect(parse(source, { id: 'a' })).toEqual({
      ok: false,
      issues: [
        { path: ['id'], code: 'too_small', message: 'Too small: expected string to have >=2 characters' },
      ],
    });
  });
});

describe('parsing with zod', () => {
  test('is synchronous and returns the parsed value', () => {
    const source = z.object({ n: z.coerce.number(), s: z.string().default('x') });
    expect(parse(source, { n: '3', extra: 1 })).toEqual({ ok: true, value: { n: 3, s: 'x' } });
  });

  test('reports every issue with the path and code of zod', () => {
    const source = z.object({ a: z.array(z.object({ n: z.int().min(3) })), k: z.enum(['x']) });
    const value = { a: [{ n: 5 }, { n: 1 }], k: 'y' };
    const zod = source
      .safeParse(value)
      .error!.issues.map(({ path, code, message }) => ({ path, code, message }));
    expect(parse(source, value)).toEqual({ ok: false, issues: zod });
  });

  test('falls back to a promise where the schema needs one, and stays there', async () => {
    const source = z.object({ id: z.string().refine(async (id) => id !== 'taken') });
    const first = parse(source, { id: 'taken' });
    expect(first).toBeInstanceOf(Promise);
    expect(await first).toEqual({
      ok: false,
      issues: [{ path: ['id'], code: 'custom', message: 'Invalid input' }],
    });
    expect(await parse(source, { id: 'free' })).toEqual({ ok: true, value: { id: 'free' } });
  });

  test('turns sides that cannot be merged into an issue', () => {
    const source = z.intersection(
      z.object({ a: z.number().transform((n) => n + 1) }),
      z.object({ a: z.number() }),
    );
    expect(parse(source, { a: 1 })).toEqual({
      ok: false,
      issues: [
        {
          path: ['a'],
          code: 'unmergeable_intersection',
          message: 'The two sides of the intersection give values that cannot be merged',
        },
      ],
    });
  });

  test('turns what the own code of a schema throws into an issue', () => {
    const thrower = z.string().refine(() => {
      throw new Error('boom');
    });
    const issues = [{ path: [], code: 'schema_threw', message: "The schema's own code threw: boom" }];
    expect(parse(thrower, 'x')).toEqual({ ok: false, issues });
  });

  test('survives hostile values', () => {
    const source = z.object({ a: z.string() });
    const hostile = Object.defineProperty({}, 'a', {
      enumerable: true,
      get: () => {
        throw new Error('gotcha');
      },
    });
    expect(parse(source, hostile)).toMatchObject({ ok: false, issues: [{ code: 'schema_threw' }] });
    const tree: z.ZodType = z.lazy(() => z.object({ next: tree.optional() }));
    let deep: object = {};
    for (let depth = 0; depth < 50_000; depth++) deep = { next: deep };
    expect(parse(tree, deep)).toMatchObject({ ok: false, issues: [{ code: 'too_deep' }] });
  });
});

describe('parsing with a JSON Schema document', () => {
  test('maps errors to the paths and codes that zod has', () => {
    const source = jsonSchema({
      type: 'object',
      properties: {
        id: { type: 'string', minLength: 2 },
        tags: { type: 'array', items: { enum: ['a', 'b'] }, maxItems: 1 },
        mail: { type: 'string', format: 'email' },
        either: { anyOf: [{ type: 'number' }, { type: 'boolean' }] },
      },
      required: ['id', 'other'],
      additionalProperties: false,
    });
    const result = parse(source, { id: 'a', tags: ['a', 'c'], mail: 'x', either: 'no', more: 1 });
    expect(result).toMatchObject({ ok: false });
    const found = (result as { issues: { path: unknown; code: string }[] }).issues;
    expect(found.map((issue) => [issue.path, issue.code])).toEqual([
      [['other'], 'invalid_type'],
      [[], 'unrecognized_keys'],
      [['id'], 'too_small'],
      [['tags'], 'too_big'],
      [['tags', 1], 'invalid_value'],
      [['mail'], 'invalid_format'],
      [['either'], 'invalid_union'],
    ]);
  });

  test('knows draft-7 and 2020-12 by $schema', () => {
    const tuple = { type: 'array', items: [{ type: 'string' }], additionalItems: false };
    const draft7 = jsonSchema({ $schema: 'http://json-schema.org/draft-07/schema#', ...tuple });
    expect(parse(draft7, ['a'])).toEqual({ ok: true, value: ['a'] });
    expect(parse(draft7, ['a', 'b'])).toMatchObject({ ok: false, issues: [{ path: [], code: 'too_big' }] });
    const newer = jsonSchema({ type: 'array', prefixItems: [{ type: 'string' }], items: false });
    expect(parse(newer, [1])).toMatchObject({ ok: false, issues: [{ path: [0], code: 'invalid_type' }] });
  });

  test('takes two documents with one $id, and patterns that are legal only without the u flag', () => {
    const first = jsonSchema({ $id: 'https://x.test/a', type: 'string', pattern: '^[\\w-.]+$' });
    const second = jsonSchema({ $id: 'https://x.test/a', type: 'number' });
    expect(parse(first, 'a-b')).toEqual({ ok: true, value: 'a-b' });
    expect(parse(second, 1)).toEqual({ ok: true, value: 1 });
  });

  test('refuses a document that is no schema, when it is read', () => {
    expect(() => readSchema(jsonSchema({ type: 'strin' }))).toThrow(/A JSON Schema document is not valid/);
    expect(() => readSchema(jsonSchema({ $ref: '#/$defs/missing' }))).toThrow(/not valid/);
    expect(() => jsonSchema(3 as never)).toThrow('A JSON Schema document must be an object or a boolean.');
  });
});
