import { decode } from '../../core/codec.ts';
import { isPlainObject, setOwn, type Json } from '../../core/json.ts';

/**
 * A kept value as plain JSON for run states: undefined properties are left out, dates become ISO texts, numbers that JSON
 * lacks become null; other values that JSON lacks stay in their tagged form. Undefined itself stays undefined.
 */
export function toPlain(json: Json): unknown {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map((item) => toPlain(item) ?? null);
  const tag = json['$type'];
  if (typeof tag === 'string') {
    const value = decode(json);
    if (value === undefined) return undefined;
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
    if (typeof value === 'number') return value === 0 ? 0 : null;
    return tag === 'object' && isPlainObject(value) ? value : json;
  }
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(json)) {
    const plain = toPlain(item);
    if (plain !== undefined) setOwn(result, key, plain);
  }
  return result;
}
