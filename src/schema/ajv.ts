import { createRequire } from 'node:module';
import type { Ajv, Options, ValidateFunction } from 'ajv';
import { AppError, messageOf } from '../core/errors.ts';
import type { JsonSchemaSource } from './schema.ts';

// ajv is loaded when the first document is compiled: who uses zod alone does not pay for it.
const load = createRequire(import.meta.url);

type AjvClass = new (options: Options) => Ajv;
type Dialect = 'draft-7' | '2020-12';

const instances = new Map<string, Ajv>();

/**
 * Compiles a JSON Schema document to a validator. `$schema` chooses the dialect, 2020-12 is the default. Unknown
 * keywords and formats are ignored, as the specification says.
 * @throws AppError CONFIG_INVALID with the reason.
 */
export function compileDocument(document: JsonSchemaSource['document']): ValidateFunction {
  const dialect = dialectOf(document);
  try {
    return instance(dialect, true).compile(document as object);
  } catch (first) {
    // Patterns in the wild are often legal only without the `u` flag (`[\w-.]`).
    if (first instanceof SyntaxError) {
      try {
        return instance(dialect, false).compile(document as object);
      } catch {
        // The first reason is the better one.
      }
    }
    throw new AppError('CONFIG_INVALID', `A JSON Schema document is not valid: ${messageOf(first)}.`, {
      cause: first,
    });
  }
}

/** The dialect that a document names. */
export function dialectOf(document: JsonSchemaSource['document']): Dialect {
  const named = typeof document === 'object' ? document['$schema'] : undefined;
  return typeof named === 'string' && /draft-0[4-7]/.test(named) ? 'draft-7' : '2020-12';
}

function instance(dialect: Dialect, unicodeRegExp: boolean): Ajv {
  const name = `${dialect} ${unicodeRegExp}`;
  let ajv = instances.get(name);
  if (ajv === undefined) {
    ajv = create(dialect, unicodeRegExp);
    instances.set(name, ajv);
  }
  return ajv;
}

function create(dialect: Dialect, unicodeRegExp: boolean): Ajv {
  const path = dialect === 'draft-7' ? 'ajv' : 'ajv/dist/2020.js';
  const { default: Class } = load(path) as { default: AjvClass };
  const { default: addFormats } = load('ajv-formats') as { default: (ajv: Ajv) => Ajv };
  const ajv = new Class({
    allErrors: true,
    strict: false,
    // Two documents may carry the same $id; a foreign $schema must not make a document unusable.
    addUsedSchema: false,
    validateSchema: false,
    logger: false,
    unicodeRegExp,
  });
  return addFormats(ajv);
}
