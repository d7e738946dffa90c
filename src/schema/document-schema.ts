import { fingerprint } from '../core/canonical.ts';
import { messageOf } from '../core/errors.ts';
import { compileDocument } from './ajv.ts';
import { toIssues } from './ajv-issues.ts';
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
  return Object.freeze<Schema>({
    kind: 'json-schema',
    source,
    parse,
    toJsonSchema: () => ({ schema: asObject(source.document), unrepresentable: [] }),
    hash: () => fingerprint(source.document),
    sensitivePaths: () => [],
  });
}

function asObject(document: JsonSchemaSource['document']): Record<string, unknown> {
  if (typeof document === 'boolean') return document ? {} : { not: {} };
  return structuredClone(document);
}
