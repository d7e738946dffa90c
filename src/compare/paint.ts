import { diffString } from 'json-diff';
import { canonicalJson, sortKeys } from '../core/canonical.ts';
import { encode } from '../core/codec.ts';
import type { Json } from '../core/json.ts';

export interface PaintOptions {
  /** With ANSI colours. @default false */
  color?: boolean;
  /** Shows equal parts too. @default false */
  full?: boolean;
}

// json-diff takes quadratic time in lists and recurses into depth: larger pairs are shown as two texts.
const MAX_NODES = 400;
const MAX_LIST = 60;
const MAX_DEPTH = 60;
const MAX_TEXT = 4_000;

/**
 * Shows how one value of a golden trace differs from its counterpart, line by line, for people. Never decides whether
 * they are equal: for equal values the text is empty, for values too large for a line by line view it shows both.
 */
export function paintDifference(expected: unknown, actual: unknown, options: PaintOptions = {}): string {
  const [left, right] = [readable(expected), readable(actual)];
  if (canonicalJson(left) === canonicalJson(right)) return '';
  if (!isSmall(left) || !isSmall(right)) return bothTexts(left, right);
  const text = diffString(left, right, { color: options.color === true, full: options.full === true });
  return text.trim() === '' ? bothTexts(left, right) : text.trimEnd();
}

// Codec form has no value that json-diff overlooks; a copy, since it may change what it is given.
function readable(value: unknown): Json {
  return sortKeys(encode(value, { unsupported: 'mark' }));
}

function bothTexts(left: Json, right: Json): string {
  return [`- ${short(left)}`, `+ ${short(right)}`].join('\n');
}

function short(json: Json): string {
  const text = JSON.stringify(json);
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}… (${text.length} characters)`;
}

// Keys that end as json-diff's own marks do, and __proto__, would be read wrongly.
function isSmall(json: Json): boolean {
  let nodes = 0;
  const visit = (value: Json, depth: number): boolean => {
    if (++nodes > MAX_NODES || depth > MAX_DEPTH) return false;
    if (typeof value !== 'object' || value === null) return true;
    if (Array.isArray(value))
      return value.length <= MAX_LIST && value.every((item) => visit(item, depth + 1));
    return Object.keys(value).every(
      (key) => !/^__|__(?:added|deleted|old|new)$/.test(key) && visit(value[key] as Json, depth + 1),
    );
  };
  return visit(json, 0);
}
