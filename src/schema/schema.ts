import type { Issue } from '../core/errors.ts';
import type { Plan } from './plan/node.ts';

/** The outcome of a parse: the parsed value, or every issue with path and code. */
export type ParseResult = { ok: true; value: unknown } | { ok: false; issues: Issue[] };

/** A part of a schema that JSON Schema cannot say, with its place. */
export interface Unrepresentable {
  /** Keys joined by `.`; `*` stands for any index or key; empty for the value itself. */
  path: string;
  reason: string;
  /** `type`: no JSON value is accepted there (a date, a bigint). `rule`: a rule that the reader does not see. */
  kind: 'type' | 'rule';
}

/** A schema as JSON Schema, for models: always the input side, with what it could not say. */
export interface JsonSchemaExport {
  schema: Record<string, unknown>;
  unrepresentable: Unrepresentable[];
}

/**
 * What a value must be, behind one interface whatever it was written in (zod 4, zod/mini, a JSON Schema document).
 * Made once from a source by `readSchema`; the rest of the product knows no other kind.
 */
export interface Schema {
  readonly kind: 'zod' | 'json-schema';
  /** What the author wrote. */
  readonly source: SchemaSource;
  /** Parses once; synchronous unless the schema has asynchronous parts. Never throws, never rejects. */
  parse(value: unknown): ParseResult | Promise<ParseResult>;
  /** The input side as JSON Schema; never throws. */
  toJsonSchema(): JsonSchemaExport;
  /** Fingerprint of the neutral plan: the same over versions of zod, different when the contract changes. */
  hash(): string;
  /** The neutral plan; read once, when first asked for. */
  plan(): Plan;
  /** Paths of fields marked sensitive by `.meta({ sensitive: true })`; `*` stands for any index or key. */
  sensitivePaths(): string[];
}

/** A zod 4 schema (also zod/mini), known by its shape so that two copies of zod do no harm. */
export interface ZodSource<Input = unknown, Output = unknown> {
  readonly _zod: { readonly input: Input; readonly output: Output };
}

/** A JSON Schema document marked as a schema by `jsonSchema(document)`. */
export interface JsonSchemaSource<Value = unknown> {
  readonly kind: 'json-schema';
  readonly document: Readonly<Record<string, unknown>> | boolean;
  /** Only for inference; never set. */
  readonly value?: Value;
}

export type SchemaSource = ZodSource | JsonSchemaSource;

/** The type of a value before it is parsed. */
export type InputOf<Source> = Source extends { readonly _zod: { readonly input: infer Input } }
  ? Input
  : Source extends JsonSchemaSource<infer Value>
    ? Value
    : never;

/** The type of a value after it is parsed. */
export type OutputOf<Source> = Source extends { readonly _zod: { readonly output: infer Output } }
  ? Output
  : Source extends JsonSchemaSource<infer Value>
    ? Value
    : never;
