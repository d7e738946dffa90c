import { isPlainObject, type Json } from '../core/json.ts';
import type { FieldTest, ValuePath } from './field-test.ts';

/**
 * Tells which part of an object or list is named sensitive by something else than its own key: the second of a pair
 * `[name, value]`, and the value in `{ name, value }`, as header lists and forms have them.
 */
export function labelledPart(
  json: Json[] | { [key: string]: Json },
  isSensitive: FieldTest,
  path: ValuePath,
): { part: string | number; label: string } | undefined {
  if (Array.isArray(json)) {
    const [name] = json;
    return json.length === 2 && typeof name === 'string' && name.length < 80 && isSensitive(name, path)
      ? { part: 1, label: name }
      : undefined;
  }
  if (!Object.hasOwn(json, 'value')) return undefined;
  for (const key of ['name', 'key', 'field', 'header']) {
    const name = Object.hasOwn(json, key) ? json[key] : undefined;
    if (typeof name === 'string' && name.length < 80 && isSensitive(name, path))
      return { part: 'value', label: name };
  }
  return undefined;
}

/** The codec's own objects (dates, bytes, …) are one value each; maps and objects with a tag of their own are not. */
export function isOneValue(json: Json): json is { [key: string]: Json } {
  return (
    isPlainObject(json) &&
    typeof json['$type'] === 'string' &&
    !['object', 'map', 'set', 'error'].includes(json['$type'])
  );
}

/**
 * Tells whether a field whose name is sensitive holds no value of that kind: a description of the field in a JSON Schema,
 * or a token of a text with its likelihood, as models report it.
 */
export function isOnlyCalledSo(key: string, owner: { [key: string]: Json }, path: ValuePath): boolean {
  const value = owner[key];
  if (path.at(-1) === 'properties') return isPlainObject(value);
  return key === 'token' && typeof owner['logprob'] === 'number';
}
