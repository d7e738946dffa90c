import { AppError, messageOf } from '../core/errors.ts';
import { documentSchema } from './document-schema.ts';
import type { JsonSchemaSource, Schema, SchemaSource, ZodSource } from './schema.ts';
import { zodSchema } from './zod-schema.ts';

const cache = new WeakMap<object, Schema>();

/**
 * Reads a schema once: a zod 4 schema (also zod/mini) or a document marked by `jsonSchema`. The same source gives the
 * same Schema; a Schema is returned as it is.
 * @throws AppError CONFIG_INVALID for anything else, among it zod 3 schemas.
 */
export function readSchema(source: SchemaSource | Schema): Schema {
  if (!isObject(source)) throw refuse(source);
  const known = cache.get(source);
  if (known !== undefined) return known;
  const schema = attempt(source);
  cache.set(source, schema);
  cache.set(schema, schema);
  return schema;
}

/** Tells whether a value is something that `readSchema` reads. */
export function isSchemaSource(value: unknown): value is SchemaSource {
  return isObject(value) && (isZodSource(value) || isJsonSchemaSource(value));
}

function attempt(source: object): Schema {
  try {
    return create(source);
  } catch (thrown) {
    if (AppError.is(thrown)) throw thrown;
    throw new AppError('CONFIG_INVALID', `A schema could not be read: ${messageOf(thrown)}.`);
  }
}

function create(source: object): Schema {
  if (isSchema(source)) return source;
  if (isZodSource(source)) return zodSchema(source);
  if (isJsonSchemaSource(source)) return documentSchema(source);
  throw refuse(source);
}

// Two copies of this package may be loaded side by side, so a Schema is known by its shape.
function isSchema(value: object): value is Schema {
  const { kind, parse, hash, plan } = value as Partial<Record<keyof Schema, unknown>>;
  return typeof kind === 'string' && [parse, hash, plan].every((method) => typeof method === 'function');
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' || typeof value === 'function') && value !== null;
}

function isZodSource(source: object): source is ZodSource {
  const internals = (source as { _zod?: unknown })._zod;
  if (!isObject(internals)) return false;
  const { def, run } = internals as { def?: unknown; run?: unknown };
  return isObject(def) && typeof (def as { type?: unknown }).type === 'string' && typeof run === 'function';
}

function isJsonSchemaSource(source: object): source is JsonSchemaSource {
  return (source as { kind?: unknown }).kind === 'json-schema' && 'document' in source;
}

function refuse(source: unknown): AppError {
  if (isObject(source) && '_def' in source) {
    return new AppError(
      'CONFIG_INVALID',
      'A schema was made by zod 3, expected zod 4: import it from "zod" 4.1 or newer.',
    );
  }
  const words = isObject(source) ? 'an object of another kind' : typeof source;
  return new AppError(
    'CONFIG_INVALID',
    `A schema must be a zod 4 schema or a document wrapped by jsonSchema(document), not ${words}.`,
  );
}
