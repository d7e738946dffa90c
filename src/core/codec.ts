import { AppError, fromErrorRecord, toErrorRecord, type ErrorRecord } from './errors.ts';
import { isPlainObject, setOwn, type Json } from './json.ts';
import { formatPath } from './paths.ts';

/**
 * The codec for values that JSON would lose. A lost value is written as `{ "$type": <kind>, … }`; an object that has a
 * key `$type` of its own is written as `{ "$type": "object", "entries": … }`, so that decoding is exact.
 */
const TAG = '$type';

/** The deepest nesting that is read or written; deeper values are refused, since JSON.stringify itself fails near 3,000. */
export const MAX_DEPTH = 1_000;

/** What `encode` does with a value that cannot be kept (function, symbol, cycle, too deep): refuse it or leave a marker. */
export interface EncodeOptions {
  unsupported?: 'throw' | 'mark';
}

interface Walk {
  /** Where the walk is; grows and shrinks with it, so that no path is copied while nothing is wrong. */
  path: PropertyKey[];
  seen: Set<object>;
  mark: boolean;
}

/**
 * Turns any value into JSON from which `decode` makes an equal one: undefined, -0, NaN, infinities, BigInt, Date, Map,
 * Set, bytes and errors are tagged.
 * @throws AppError VALIDATION_FAILED with the path, for functions, symbols, cycles and depth over 1,000, unless
 * `unsupported: 'mark'` is given.
 */
export function encode(value: unknown, options: EncodeOptions = {}): Json {
  return encodeValue(value, { path: [], seen: new Set(), mark: options.unsupported === 'mark' });
}

/** Makes the value again that `encode` was given. */
export function decode(json: Json): unknown {
  return decodeValue(json, 0);
}

function encodeValue(value: unknown, walk: Walk): Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return encodeNumber(value);
    case 'undefined':
      return { [TAG]: 'undefined' };
    case 'bigint':
      return { [TAG]: 'bigint', value: value.toString() };
    case 'function':
    case 'symbol':
      return refuse(`a ${typeof value}`, walk);
    case 'object':
      return value === null ? null : encodeObject(value, walk);
  }
}

function encodeNumber(value: number): Json {
  if (Number.isFinite(value) && !Object.is(value, -0)) return value;
  return { [TAG]: 'number', value: Object.is(value, -0) ? '-0' : String(value) };
}

function encodeObject(value: object, walk: Walk): Json {
  if (walk.seen.has(value)) return refuse('a cycle', walk);
  if (walk.path.length > MAX_DEPTH) return refuse(`a value with more than ${MAX_DEPTH} levels`, walk);
  walk.seen.add(value);
  const result = Array.isArray(value)
    ? encodeList(value, walk)
    : (encodeBuiltIn(value, walk) ?? encodePlain(value, walk));
  walk.seen.delete(value);
  return result;
}

function encodeList(values: Iterable<unknown>, walk: Walk): Json[] {
  const result: Json[] = [];
  for (const item of values) {
    walk.path.push(result.length);
    result.push(encodeValue(item, walk));
    walk.path.pop();
  }
  return result;
}

function encodeBuiltIn(value: object, walk: Walk): Json | undefined {
  if (isPlainObject(value)) return undefined;
  if (value instanceof Date) {
    return { [TAG]: 'date', value: Number.isNaN(value.getTime()) ? 'invalid' : value.toISOString() };
  }
  if (value instanceof Map) return { [TAG]: 'map', entries: encodeList(value, walk) };
  if (value instanceof Set) return { [TAG]: 'set', values: encodeList(value, walk) };
  if (ArrayBuffer.isView(value)) {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    return { [TAG]: 'bytes', value: bytes.toString('base64') };
  }
  if (value instanceof ArrayBuffer) return { [TAG]: 'bytes', value: Buffer.from(value).toString('base64') };
  if (value instanceof RegExp) return { [TAG]: 'regexp', source: value.source, flags: value.flags };
  if (value instanceof URL) return { [TAG]: 'url', value: value.href };
  if (value instanceof Error) {
    return { [TAG]: 'error', value: encodeValue(toErrorRecord(value), { ...walk, mark: true }) };
  }
  return undefined;
}

function encodePlain(value: object, walk: Walk): Json {
  const keys = Object.keys(value);
  const values = keys.map(() => null as Json);
  for (const [index, key] of keys.entries()) {
    walk.path.push(key);
    values[index] = encodeValue((value as Record<string, unknown>)[key], walk);
    walk.path.pop();
  }
  if (Object.hasOwn(value, TAG))
    return { [TAG]: 'object', entries: keys.map((key, index) => [key, values[index]!]) };
  const result: { [key: string]: Json } = {};
  for (const [index, key] of keys.entries()) setOwn(result, key, values[index]);
  return result;
}

function refuse(what: string, walk: Walk): Json {
  if (walk.mark) return { [TAG]: 'unsupported', value: what };
  // A deep path is cut: nobody reads a thousand keys.
  const path = walk.path.slice(0, 20).map((part) => (typeof part === 'number' ? part : String(part)));
  const place = (formatPath(path) || 'the value itself') + (walk.path.length > 20 ? '…' : '');
  throw new AppError('VALIDATION_FAILED', `${what} cannot be stored (at ${place}).`, {
    details: { issues: [{ path, code: 'not_storable', message: `${what} cannot be stored` }] },
  });
}

function decodeValue(json: Json, depth: number): unknown {
  if (depth > MAX_DEPTH) {
    throw new AppError('VALIDATION_FAILED', `A stored value has more than ${MAX_DEPTH} levels.`);
  }
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map((item) => decodeValue(item, depth + 1));
  if (Object.hasOwn(json, TAG) && typeof json[TAG] === 'string') return decodeTagged(json, depth);
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(json)) setOwn(result, key, decodeValue(json[key] as Json, depth + 1));
  return result;
}

function decodeTagged(json: { [key: string]: Json }, depth: number): unknown {
  const text = typeof json.value === 'string' ? json.value : '';
  switch (json[TAG]) {
    case 'undefined':
      return undefined;
    case 'number':
      return Number(text);
    case 'bigint':
      return /^-?\d+$/.test(text) ? BigInt(text) : damaged('bigint');
    case 'date':
      return new Date(text === 'invalid' ? Number.NaN : text);
    case 'map':
      return new Map(decodeEntries(json.entries, depth));
    case 'set':
      return new Set(asArray(json.values).map((item) => decodeValue(item, depth + 1)));
    case 'bytes':
      return new Uint8Array(Buffer.from(text, 'base64'));
    case 'regexp':
      return decodeRegExp(json);
    case 'url':
      return URL.canParse(text) ? new URL(text) : damaged('url');
    case 'error':
      return decodeError(json.value, depth);
    case 'object':
      return decodeObjectEntries(json.entries, depth);
    case 'unsupported':
      return { [TAG]: 'unsupported', value: text };
    default:
      return damaged(String(json[TAG]));
  }
}

function decodeEntries(entries: Json | undefined, depth: number): [unknown, unknown][] {
  return asArray(entries).map((entry) => {
    const [key, value] = asArray(entry);
    return [decodeValue(key ?? null, depth + 1), decodeValue(value ?? null, depth + 1)];
  });
}

function decodeObjectEntries(entries: Json | undefined, depth: number): object {
  const result = {};
  for (const [key, value] of decodeEntries(entries, depth)) setOwn(result, String(key), value);
  return result;
}

function decodeError(json: Json | undefined, depth: number): Error {
  const record = decodeValue(json ?? null, depth + 1);
  return isPlainObject(record) && typeof record.message === 'string'
    ? fromErrorRecord(record as unknown as ErrorRecord)
    : damaged('error');
}

function decodeRegExp(json: { [key: string]: Json }): RegExp {
  try {
    return new RegExp(String(json.source), String(json.flags));
  } catch {
    return damaged('regexp');
  }
}

function asArray(json: Json | undefined): Json[] {
  return Array.isArray(json) ? json : damaged('list');
}

function damaged(kind: string): never {
  throw new AppError('VALIDATION_FAILED', `A stored value of type "${kind}" is damaged or unknown.`);
}
