import { encode } from '../../core/codec.ts';
import type { Json } from '../../core/json.ts';
import { printable } from '../../core/printable.ts';
import { folded } from './words.ts';

/** A value on one line, `{ orderId: "o-1", amount: 40 }`, cut at `limit` characters and safe for a terminal. */
export function printedValue(value: unknown, limit = 100): string {
  return folded(printable(write(encode(value, { unsupported: 'mark' }), limit)), limit);
}

function write(json: Json, limit: number): string {
  if (typeof json === 'string')
    return JSON.stringify(json.length > limit ? `${json.slice(0, limit)}…` : json);
  if (typeof json !== 'object' || json === null) return String(json);
  if (Array.isArray(json))
    return `[${some(
      json.map((item) => () => write(item, limit)),
      limit,
    )}]`;
  if (typeof json['$type'] === 'string') return writeTagged(json, limit);
  const keys = Object.keys(json);
  const fields = keys.map((key) => () => `${writeKey(key)}: ${write(json[key] as Json, limit)}`);
  return keys.length === 0 ? '{}' : `{ ${some(fields, limit)} }`;
}

// No more is written than is shown: a value may be huge.
function some(writers: (() => string)[], limit: number): string {
  const parts: string[] = [];
  let length = 0;
  for (const writer of writers) {
    if (length > limit) {
      parts.push('…');
      break;
    }
    parts.push(writer());
    length += parts.at(-1)!.length;
  }
  return parts.join(', ');
}

function writeKey(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

function writeTagged(json: { [key: string]: Json }, limit: number): string {
  const { $type: tag, value, ...rest } = json;
  if (tag === 'undefined') return 'undefined';
  if (tag === 'number' || tag === 'bigint') return `${String(value)}${tag === 'bigint' ? 'n' : ''}`;
  const inner = value ?? Object.values(rest)[0] ?? null;
  return `${String(tag)}(${write(inner, limit)})`;
}
