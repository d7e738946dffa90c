import { decode, encode } from '../core/codec.ts';
import { formatPath } from '../core/paths.ts';
import { sensitiveFieldTest } from './field-test.ts';
import { createRedactor } from './redactor.ts';

export interface RedactOptions {
  /** Field names, at any depth, besides the default ones; `apiKey`, `api_key` and `API-Key` are the same name. */
  sensitiveFieldNames?: readonly string[];
}

/**
 * Makes a copy of a value without what is sensitive: the values of sensitive fields, the same values wherever else they
 * stand, and what looks like a secret. Says where; the value itself is not changed. Equal values get equal placeholders.
 */
export function redact<Value>(
  value: Value,
  options: RedactOptions = {},
): { value: Value; redactedPaths: string[] } {
  const redactor = createRedactor();
  const isSensitive = sensitiveFieldTest({ names: options.sensitiveFieldNames ?? [] });
  const json = encode(value, { unsupported: 'mark' });
  redactor.collect(json, isSensitive);
  const redacted = redactor.apply(json, isSensitive);
  const paths = redacted.hits.map((hit) => formatPath(hit.path));
  return { value: decode(redacted.json) as Value, redactedPaths: [...new Set(paths)] };
}
