import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { z as older } from 'zod-4-1';
import * as mini from 'zod/mini';
import { jsonSchema } from '../../src/schema/json-schema.ts';
import { readSchema } from '../../src/schema/read-schema.ts';
import type { SchemaSource } from '../../src/schema/schema.ts';
import { toJsonSchema } from '../../src/schema/to-json-schema.ts';
import { hasConstructs, readConstructs } from './constructs.ts';

const hash = (source: SchemaSource): string => readSchema(source).hash();

/** The schemas of one support desk, written with any copy of zod. */
const order = (zod: typeof z) =>
  zod.object({
    id: zod.uuid(),
    mail: zod.email().max(80),
    at: zod.iso.datetime({ offset: true }),
    site: zod.httpUrl(),
    amount: zod.number().positive().multipleOf(0.01),
    lines: zod.array(zod.object({ sku: zod.string().regex(/^[a-z]+$/), count: zod.int().min(1) })).min(1),
    note: zod.string().trim().optional(),
    when: zod.date().default(() => new Date()),
  });

describe('the hash of a schema', () => {
  test('is the same with zod 4.1 and with today’s zod', () => {
    expect(hash(order(older as unknown as typeof z))).toBe(hash(order(z)));
    expect(hash(order(z))).toMatchInlineSnapshot(`"2ae2a6289a55f2ac"`);
  });

  test.skipIf(!hasConstructs)(
    'is the same over versions for every construct that both have (corpus beside the repository)',
    async () => {
      const now = new Map((await readConstructs()).map(({ name, make }) => [name, make]));
      const before = await readConstructs(older);
      const different = before.filter(({ name, make }) => hash(make()) !== hash(now.get(name)!()));
      expect(different.map(({ name }) => name)).toEqual([]);
      expect(before.length).toBe(141);
    },
  );

  test('is the same however one contract is written', () => {
    const pairs: [SchemaSource, SchemaSource][] = [
      [z.int(), z.number().int()],
      [z.uuid(), z.string().uuid()],
      [z.string().min(2).max(3), z.string().max(3).min(2).describe('words do not count')],
      [z.object({ a: z.string(), b: z.number() }), z.object({ b: z.number(), a: z.string() })],
      [z.enum(['a', 'b']), z.literal(['b', 'a'])],
      [z.object({ id: z.string().min(2) }), mini.object({ id: mini.string().check(mini.minLength(2)) })],
      [z.lazy(() => z.string()), z.string()],
    ];
    expect(pairs.map(([left, right]) => hash(left) === hash(right))).toEqual(pairs.map(() => true));
  });

  test('differs when the contract differs', () => {
    const sources: SchemaSource[] = [
      z.string(),
      z.string().min(1),
      z.string().min(2),
      z.string().optional(),
      z.string().nullable(),
      z.string().default('a'),
      z.string().default('b'),
      z.string().trim(),
      z.string().trim().min(1),
      z.string().min(1).trim(),
      z.email(),
      z.email({ pattern: z.regexes.html5Email }),
      z.iso.datetime(),
      z.iso.datetime({ precision: 3 }),
      z.url(),
      z.httpUrl(),
      z.url({ hostname: /^a\.test$/ }),
      z.number(),
      z.int(),
      z.int32(),
      z.number().gt(1),
      z.number().gte(1),
      z.bigint(),
      z.object({ a: z.string() }),
      z.strictObject({ a: z.string() }),
      z.looseObject({ a: z.string() }),
      z.object({ a: z.string().optional() }),
      z.union([z.string(), z.number()]),
      z.string().refine(() => true),
      z.string().transform((text) => text.length),
      jsonSchema({ type: 'string', format: 'email' }),
    ];
    expect(new Set(sources.map(hash)).size).toBe(sources.length);
  });

  test('ends for recursive schemas and for those whose parts are shared over and over', () => {
    const tree: z.ZodType = z.lazy(() => z.object({ kids: z.array(tree) }));
    const other: z.ZodType = z.object({
      get kids() {
        return z.array(other);
      },
    });
    expect(hash(tree)).toBe(hash(other));
    let shared: z.ZodType = z.string();
    for (let level = 0; level < 60; level++) shared = z.object({ left: shared, right: shared });
    expect(hash(shared)).toMatch(/^[0-9a-f]{16}$/);
    const endless = (): z.ZodType => z.lazy(() => z.object({ next: endless().optional() }));
    expect(hash(endless())).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe('toJsonSchema', () => {
  test('tells a model the input side with descriptions', () => {
    const source = z.object({
      orderId: z
        .string()
        .regex(/^o-\d+$/)
        .describe('the order'),
      amount: z.coerce.number().min(0).max(100).default(10),
      reason: z.enum(['broken', 'late']).optional(),
      tags: z
        .array(z.string())
        .max(3)
        .meta({ title: 'Tags', examples: [['a']] }),
    });
    expect(toJsonSchema(source)).toMatchInlineSnapshot(`
      {
        "schema": {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "properties": {
            "amount": {
              "default": 10,
              "maximum": 100,
              "minimum": 0,
              "type": "number",
            },
            "orderId": {
              "description": "the order",
              "pattern": "^o-\\d+$",
              "type": "string",
            },
            "reason": {
              "enum": [
                "broken",
                "late",
              ],
              "type": "string",
            },
            "tags": {
              "examples": [
                [
                  "a",
                ],
              ],
              "items": {
                "type": "string",
              },
              "maxItems": 3,
              "title": "Tags",
              "type": "array",
            },
          },
          "required": [
            "orderId",
            "tags",
          ],
          "type": "object",
        },
        "unrepresentable": [],
      }
    `);
  });

  test('never throws: what JSON cannot say is listed with its path', () => {
    const source = z.object({
      at: z.date(),
      total: z.bigint(),
      list: z.array(z.map(z.string(), z.number())),
      code: z.string().transform((text) => text.length),
      even: z.number().refine((n) => n % 2 === 0),
      own: z.custom<string>(() => true),
    });
    expect(toJsonSchema(source).unrepresentable).toMatchInlineSnapshot(`
      [
        {
          "kind": "type",
          "path": "at",
          "reason": "JSON has no date",
        },
        {
          "kind": "type",
          "path": "total",
          "reason": "JSON has no bigint",
        },
        {
          "kind": "type",
          "path": "list.*",
          "reason": "JSON has no map",
        },
        {
          "kind": "rule",
          "path": "even",
          "reason": "a rule in code (refine)",
        },
        {
          "kind": "rule",
          "path": "own",
          "reason": "code decides what is accepted",
        },
      ]
    `);
  });

  test.skipIf(!hasConstructs)(
    'gives a document that ajv compiles, for every construct (corpus beside the repository)',
    async () => {
      const read = (await readConstructs()).map(
        ({ make }) => readSchema(jsonSchema(toJsonSchema(make()).schema)).kind,
      );
      expect(new Set(read)).toEqual(new Set(['json-schema']));
    },
  );

  test('names recursive parts once', () => {
    const tree: z.ZodType = z.object({
      name: z.string(),
      get kids() {
        return z.array(tree);
      },
    });
    expect(toJsonSchema(tree).schema).toMatchInlineSnapshot(`
      {
        "$defs": {
          "schema0": {
            "properties": {
              "kids": {
                "items": {
                  "$ref": "#/$defs/schema0",
                },
                "type": "array",
              },
              "name": {
                "type": "string",
              },
            },
            "required": [
              "name",
              "kids",
            ],
            "type": "object",
          },
        },
        "$ref": "#/$defs/schema0",
        "$schema": "https://json-schema.org/draft/2020-12/schema",
      }
    `);
  });

  test('keeps a property named __proto__', () => {
    const { schema } = toJsonSchema(z.object({ ['__proto__']: z.string() }));
    expect(Object.keys(schema.properties as object)).toEqual(['__proto__']);
  });

  test('gives a document as it is, but not the same object', () => {
    const document = { type: 'object', properties: { a: { type: 'string' } } };
    const { schema } = toJsonSchema(jsonSchema(document));
    expect(schema).toEqual(document);
    expect(schema).not.toBe(document);
  });
});

describe('sensitive paths', () => {
  test('are those marked by meta, at any depth', () => {
    const source = z.object({
      user: z.object({ ssn: z.string().meta({ sensitive: true }).optional() }),
      cards: z.array(z.object({ number: z.string().meta({ sensitive: true }) })),
      plain: z.string(),
    });
    expect(readSchema(source).sensitivePaths()).toEqual(['cards.*.number', 'user.ssn']);
  });

  test('are found in documents too', () => {
    const document = jsonSchema({ properties: { pin: { type: 'string', format: 'password' } } });
    expect(readSchema(document).sensitivePaths()).toEqual(['pin']);
  });
});

describe('asynchronous parts', () => {
  test('are known before the first parse, so that no promise is left behind', async () => {
    let calls = 0;
    const source = z.string().refine(async () => {
      calls++;
      throw new Error('boom');
    });
    expect(await readSchema(source).parse('x')).toMatchObject({
      ok: false,
      issues: [{ code: 'schema_threw' }],
    });
    expect(calls).toBe(1);
  });
});
