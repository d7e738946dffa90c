import { encode } from '../../core/codec.ts';
import type { Json } from '../../core/json.ts';

const MAX_TEXT = 200_000;

/** A value as JSON for the page; one that is too large for any reader is cut and says so. */
export function shown(value: unknown): Json {
  const json = encode(value, { unsupported: 'mark' });
  const text = JSON.stringify(json);
  return text.length <= MAX_TEXT ? json : `${text.slice(0, 2_000)}… (${text.length} characters, not shown)`;
}
