import { AppError } from '../core/errors.ts';
import { isPlainObject } from '../core/json.ts';
import { fromPythonDialect } from './python-dialect.ts';
import type { JsonSchemaSource } from './schema.ts';

/** How a document is to be read. */
export interface JsonSchemaOptions {
  /**
   * `python`: types are called `dict`, `float`, `tuple`, `int`, `str`, … as in schemas made from signatures of functions.
   * @default 'json-schema'
   */
  dialect?: 'json-schema' | 'python';
}

/**
 * Marks a JSON Schema document (2020-12, or draft-7 where `$schema` says so) as a schema for a tool. Give the type of
 * the values as type argument: `jsonSchema<{ orderId: string }>({ … })`.
 * @throws AppError CONFIG_INVALID when the document is neither an object nor a boolean.
 */
export function jsonSchema<Value = unknown>(
  document: Readonly<Record<string, unknown>> | boolean,
  options: JsonSchemaOptions = {},
): JsonSchemaSource<Value> {
  if (typeof document !== 'boolean' && !isDocument(document)) {
    throw new AppError('CONFIG_INVALID', 'A JSON Schema document must be an object or a boolean.');
  }
  const dialect = readDialect(options);
  const translated =
    dialect === 'python' && typeof document === 'object' ? fromPythonDialect(document) : document;
  return Object.freeze({ kind: 'json-schema', document: translated });
}

// A hostile value may throw when it is looked at.
function isDocument(value: unknown): value is Record<string, unknown> {
  try {
    return isPlainObject(value);
  } catch {
    return false;
  }
}

function readDialect(options: unknown): JsonSchemaOptions['dialect'] {
  try {
    const { dialect = 'json-schema' } = options as JsonSchemaOptions;
    if (dialect === 'json-schema' || dialect === 'python') return dialect;
  } catch {
    // Falls through to the same sentence.
  }
  throw new AppError('CONFIG_INVALID', 'The options of jsonSchema take dialect: "json-schema" or "python".');
}
