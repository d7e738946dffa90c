import { messageOf } from '../core/errors.ts';
import { compileDocument } from './ajv.ts';
import { toIssues } from './ajv-issues.ts';
import { planFromDocument, type Judge } from './plan/from-document.ts';
import { hashPlan } from './plan/hash-plan.ts';
import type { Plan } from './plan/node.ts';
import { sensitivePathsOf } from './plan/sensitive-paths.ts';
import type { JsonSchemaSource, ParseResult, Schema } from './schema.ts';

/**
 * Makes the Schema of a JSON Schema document. The parsed value is the value itself: nothing is coerced or filled in.
 * @throws AppError CONFIG_INVALID when the document is no valid JSON Schema.
 */
export function documentSchema(source: JsonSchemaSource): Schema {
  const validate = compileDocument(source.document);
  const parse = (value: unknown): ParseResult => {
    try {
      if (validate(value) === true) return { ok: true, value };
      return { ok: false, issues: toIssues(validate.errors ?? [], value) };
    } catch (thrown) {
      const message = `The value could not be checked: ${messageOf(thrown)}`;
      return { ok: false, issues: [{ path: [], code: 'schema_threw', message }] };
    }
  };
  let known: Plan | undefined;
  const plan = (): Plan => (known ??= planFromDocument(source.document, createJudge(source.document)));
  return Object.freeze<Schema>({
    kind: 'json-schema',
    source,
    parse,
    toJsonSchema: () => ({ schema: asObject(source.document), unrepresentable: [] }),
    hash: () => hashPlan(plan().root),
    plan,
    sensitivePaths: () => sensitivePathsOf(plan().root),
  });
}

/** Judges values against parts of the document; `$ref`s inside a part are read against the whole. */
function createJudge(root: JsonSchemaSource['document']): Judge {
  const compiled = new WeakMap<object, (value: unknown) => unknown>();
  return (part, value) => {
    if (typeof part === 'boolean') return part;
    let validate = compiled.get(part);
    if (validate === undefined) {
      const { $defs, definitions, $schema } = Object(root) as Record<string, unknown>;
      const { $id: _, ...own } = part;
      validate = compileDocument({ ...($schema !== undefined && { $schema }), $defs, definitions, ...own });
      compiled.set(part, validate);
    }
    return validate(value) === true;
  };
}

function asObject(document: JsonSchemaSource['document']): Record<string, unknown> {
  if (typeof document === 'boolean') return document ? {} : { not: {} };
  return structuredClone(document);
}
