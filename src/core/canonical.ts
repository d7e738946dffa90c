import { createHash } from 'node:crypto';
import { encode } from './codec.ts';
import { setOwn, type Json } from './json.ts';

/** The same JSON with the keys of every object sorted by code unit; arrays keep their order. */
export function sortKeys(json: Json): Json {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map(sortKeys);
  const sorted = {};
  for (const key of Object.keys(json).sort()) setOwn(sorted, key, sortKeys(json[key] as Json));
  return sorted as Json;
}

/**
 * One text for all equal values: codec form, sorted keys, no white space. Two values are equal for this product if and
 * only if their canonical texts are equal. What cannot be stored is marked, not refused.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortKeys(encode(value, { unsupported: 'mark' })));
}

/** A short fingerprint (sha-256, first 16 hex digits) of a value's canonical text. Not for secrets: it can be guessed. */
export function fingerprint(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 16);
}

/** Tells whether two values are equal: by kind, by content, with NaN equal to NaN and -0 unequal to 0. */
export function isEqual(left: unknown, right: unknown): boolean {
  return Object.is(left, right) || canonicalJson(left) === canonicalJson(right);
}
