import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validInputs } from '../../src/fuzz.ts';
import { jsonSchema } from '../../src/schema/json-schema.ts';

const corpus = fileURLToPath(new URL('../../../shared/corpus/bfcl', import.meta.url));

function readSchemas(folder: string): Record<string, unknown>[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return readSchemas(path);
    if (!name.endsWith('.jsonl')) return [];
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .flatMap((line) => {
        const entry = JSON.parse(line) as {
          function?: { parameters: Record<string, unknown> }[];
          parameters?: Record<string, unknown>;
        };
        return entry.function ? entry.function.map((one) => one.parameters) : [entry.parameters!];
      });
  });
}

describe('values for JSON Schema documents', () => {
  test.skipIf(!existsSync(corpus))(
    'are accepted by another validator, over schemas of a large corpus of tools (corpus beside the repository)',
    { timeout: 60_000 },
    () => {
      // Every tenth keeps the suite short; bench/fuzz.ts reads them all.
      const schemas = readSchemas(corpus).filter((_, index) => index % 10 === 0);
      const wrong: string[] = [];
      for (const document of schemas) {
        const source = jsonSchema(document, { dialect: 'python' });
        const validate = new Ajv2020({ strict: false, validateFormats: false, logger: false }).compile(
          source.document as object,
        );
        for (const value of fc.sample(validInputs(source), { numRuns: 3, seed: 1 })) {
          if (!validate(value)) wrong.push(JSON.stringify(document));
        }
      }
      expect([wrong, schemas.length > 100]).toEqual([[], true]);
    },
  );

  test('the dialect of function signatures is read by an option', () => {
    const source = jsonSchema(
      {
        type: 'dict',
        properties: {
          base: { type: 'float' },
          pair: { type: 'tuple', items: { type: 'int' } },
          type: { type: 'str' },
        },
        required: ['base', 'pair', 'type'],
      },
      { dialect: 'python' },
    );
    expect(source.document).toEqual({
      type: 'object',
      properties: {
        base: { type: 'number' },
        pair: { type: 'array', items: { type: 'integer' } },
        type: { type: 'string' },
      },
      required: ['base', 'pair', 'type'],
    });
  });

  test('conditions, negations and overlapping choices are kept too', () => {
    const source = jsonSchema({
      type: 'object',
      properties: {
        kind: { enum: ['a', 'b'] },
        n: { type: 'integer', minimum: 0, maximum: 50, not: { const: 7 } },
      },
      required: ['kind', 'n'],
      if: { properties: { kind: { const: 'a' } } },
      then: { properties: { n: { maximum: 5 } } },
      additionalProperties: false,
    });
    const values = fc.sample(validInputs(source), { numRuns: 100, seed: 1 }) as { kind: string; n: number }[];
    expect(values.filter(({ kind, n }) => n === 7 || (kind === 'a' && n > 5))).toEqual([]);
    expect(new Set(values.map(({ kind }) => kind)).size).toBe(2);
  });
});
