import { canonicalJson } from '../../core/canonical.ts';
import { isPlainObject, type Json } from '../../core/json.ts';
import { isOneValue } from '../../redact/labelled-parts.ts';
import { isPlaceholder, placeholdersIn } from '../../redact/placeholders.ts';
import { isDistinctive } from '../../redact/value-forms.ts';

/** Which live value each placeholder of a recording stands for. */
export interface Bindings {
  /** The live value of a placeholder, in codec form, where it is known. */
  valueOf(placeholder: string): Json | undefined;
  /**
   * Compares a recorded value with a live one, both in codec form: equal but for placeholders, which may stand for any
   * value as long as one placeholder is one value and one value one placeholder. Answers the bindings that this takes.
   */
  match(recorded: Json, live: Json): Map<string, Json> | undefined;
  bind(bindings: ReadonlyMap<string, Json>): void;
}

/** Starts with no placeholder bound. */
export function createBindings(): Bindings {
  const values = new Map<string, Json>();
  const placeholders = new Map<string, string>();
  return {
    valueOf: (placeholder) => values.get(placeholder),
    match(recorded, live) {
      const found = new Map<string, Json>();
      const walk: Walk = { values, placeholders, found, reverse: new Map() };
      return matches(recorded, live, walk) ? found : undefined;
    },
    bind(bindings) {
      for (const [placeholder, value] of bindings) {
        values.set(placeholder, value);
        if (isIdentity(value)) placeholders.set(canonicalJson(value), placeholder);
      }
    },
  };
}

interface Walk {
  values: ReadonlyMap<string, Json>;
  placeholders: ReadonlyMap<string, string>;
  found: Map<string, Json>;
  reverse: Map<string, string>;
}

// Only a value that can be told from others is one placeholder's own; `true` or `7` may be many things.
function isIdentity(value: Json): boolean {
  return typeof value === 'string' && isDistinctive(value);
}

function matches(recorded: Json, live: Json, walk: Walk): boolean {
  if (typeof recorded === 'string') return matchesText(recorded, live, walk);
  if (typeof recorded !== 'object' || recorded === null) return Object.is(recorded, live);
  if (typeof live !== 'object' || live === null) return false;
  if (Array.isArray(recorded)) {
    if (!Array.isArray(live) || live.length !== recorded.length) return false;
    return recorded.every((item, index) => matches(item, live[index]!, walk));
  }
  return !Array.isArray(live) && matchesObject(recorded, live, walk);
}

function matchesObject(
  recorded: { [key: string]: Json },
  live: { [key: string]: Json },
  walk: Walk,
): boolean {
  const keys = Object.keys(recorded);
  if (keys.length !== Object.keys(live).length) return false;
  const left = new Set(Object.keys(live));
  const inexact: string[] = [];
  for (const key of keys) {
    if (!left.delete(key)) inexact.push(key);
    else if (!matches(recorded[key]!, live[key]!, walk)) return false;
  }
  for (const key of inexact) {
    if (placeholdersIn(key).length === 0) return false;
    const twin = [...left].find((candidate) => matchesText(key, candidate, walk));
    if (twin === undefined || !matches(recorded[key]!, live[twin]!, walk)) return false;
    left.delete(twin);
  }
  return true;
}

function matchesText(recorded: string, live: Json, walk: Walk): boolean {
  if (recorded === live) return true;
  if (isPlaceholder(recorded)) return isLeaf(live) && bindTo(recorded, live, walk);
  if (typeof live !== 'string') return false;
  const parts = placeholdersIn(recorded);
  if (parts.length === 0 || parts.length > 200) return false;
  return matchesParts(recorded, live, parts, walk);
}

// Literal parts must stand there as they are; what lies between two of them is the placeholder's value. What is known
// already is taken as literal.
function matchesParts(
  recorded: string,
  live: string,
  parts: ReturnType<typeof placeholdersIn>,
  walk: Walk,
): boolean {
  let at = 0;
  let from = 0;
  let open: string | undefined;
  const take = (literal: string, isLast: boolean): boolean => {
    if (literal === '' && !isLast) return open === undefined;
    if (open === undefined) {
      if (!live.startsWith(literal, at)) return false;
      at += literal.length;
      return !isLast || at === live.length;
    }
    const found = isLast ? live.length - literal.length : live.indexOf(literal, at + 1);
    if (found <= at || !live.startsWith(literal, found)) return false;
    if (!bindTo(open, live.slice(at, found), walk)) return false;
    open = undefined;
    at = found + literal.length;
    return !isLast || at === live.length;
  };
  let literal = '';
  for (const part of parts) {
    literal += recorded.slice(from, part.start);
    from = part.end;
    const known = walk.found.get(part.text) ?? walk.values.get(part.text);
    if (typeof known === 'string') {
      literal += known;
      continue;
    }
    if (!take(literal, false) || open !== undefined) return false;
    literal = '';
    open = part.text;
  }
  return take(literal + recorded.slice(from), true);
}

function isLeaf(json: Json): boolean {
  return (
    json !== null && json !== '' && (typeof json !== 'object' || (isPlainObject(json) && isOneValue(json)))
  );
}

function bindTo(placeholder: string, value: Json, walk: Walk): boolean {
  const known = walk.found.get(placeholder) ?? walk.values.get(placeholder);
  if (known !== undefined) return known === value || canonicalJson(known) === canonicalJson(value);
  if (isIdentity(value)) {
    const text = canonicalJson(value);
    const owner = walk.reverse.get(text) ?? walk.placeholders.get(text);
    if (owner !== undefined && owner !== placeholder) return false;
    walk.reverse.set(text, placeholder);
  }
  walk.found.set(placeholder, value);
  return true;
}
