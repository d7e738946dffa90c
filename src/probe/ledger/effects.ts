import { canonicalJson } from '../../core/canonical.ts';
import type { Json } from '../../core/json.ts';

/**
 * Which parts of an observation differ between two equal runs in two fresh worlds: random ids, counters, times. Places
 * are written with `*` for any index of an array.
 */
export interface Volatile {
  values: ReadonlySet<string>;
  /** Objects whose keys themselves are different each time. */
  keys: ReadonlySet<string>;
}

/** Finds what differs between two observations of equal runs. */
export function findVolatile(left: Json, right: Json): Volatile {
  const values = new Set<string>();
  const keys = new Set<string>();
  const walk = (one: Json, other: Json, path: string): void => {
    if (Array.isArray(one) && Array.isArray(other)) {
      for (const [index, item] of one.entries()) {
        if (index < other.length) walk(item, other[index]!, `${path}/*`);
      }
    } else if (isRecord(one) && isRecord(other)) {
      const [mine, theirs] = [Object.keys(one), Object.keys(other)];
      if (mine.length === theirs.length && mine.join('\n') !== theirs.join('\n')) keys.add(path);
      for (const [index, key] of mine.entries()) {
        const partner = Object.hasOwn(other, key) ? key : theirs[index];
        if (partner !== undefined) walk(one[key]!, other[partner]!, `${path}/${keys.has(path) ? '*' : key}`);
      }
    } else if (canonicalJson(one) !== canonicalJson(other)) values.add(path);
  };
  walk(left, right, '');
  return { values, keys };
}

/** One text for all observations with the same effects, whatever their order and their volatile parts. */
function textOf(observed: Json, from: string, volatile: Volatile): string {
  const walk = (value: Json, path: string): string => {
    if (volatile.values.has(path)) return '"volatile"';
    if (Array.isArray(value))
      return `[${value
        .map((item) => walk(item, `${path}/*`))
        .sort()
        .join()}]`;
    if (!isRecord(value)) return looksLikeNow(value) ? '"time"' : JSON.stringify(value);
    const loose = volatile.keys.has(path);
    const entries = Object.keys(value).map((key) => {
      const text = walk(value[key]!, `${path}/${loose ? '*' : key}`);
      return loose ? text : `${JSON.stringify(key)}:${text}`;
    });
    return `{${entries.sort().join()}}`;
  };
  return walk(observed, from);
}

/** Tells whether two values are the same apart from their volatile parts and the order of lists. */
export function isSameUpTo(left: Json, right: Json, volatile: Volatile): boolean {
  return textOf(left, '', volatile) === textOf(right, '', volatile);
}

/**
 * Tells whether an observation shows an effect that one undisturbed execution does not have: something more, or something
 * else. An effect that is missing is not counted: a call that failed may have left work undone.
 */
export function hasFurtherEffects(once: Json, again: Json, volatile: Volatile): boolean {
  const walk = (one: Json, other: Json, path: string): boolean => {
    if (textOf(one, path, volatile) === textOf(other, path, volatile)) return false;
    if (Array.isArray(one) && Array.isArray(other)) return walkItems(one, other, `${path}/*`);
    if (!isRecord(one) || !isRecord(other)) return true;
    if (volatile.keys.has(path)) return walkItems(Object.values(one), Object.values(other), `${path}/*`);
    return Object.keys(other).some(
      (key) => !Object.hasOwn(one, key) || walk(one[key]!, other[key]!, `${path}/${key}`),
    );
  };
  const walkItems = (one: Json[], other: Json[], path: string): boolean => {
    const left = one.map((item) => ({ item, text: textOf(item, path, volatile) }));
    const unmatched = other.filter((item) => {
      const match = left.findIndex(({ text }) => text === textOf(item, path, volatile));
      if (match !== -1) left.splice(match, 1);
      return match === -1;
    });
    if (unmatched.length > left.length) return true;
    return unmatched.some((item, index) => walk(left[index]!.item, item, path));
  };
  return walk(once, again, '');
}

const DAY_MS = 86_400_000;

// Two runs may fall into one millisecond, so a time of today counts as volatile also where it did not differ.
function looksLikeNow(value: Json): boolean {
  const nowMs = Date.now();
  const isNear = (ms: number): boolean => Math.abs(ms - nowMs) < DAY_MS;
  if (typeof value === 'number') return isNear(value) || isNear(value * 1_000);
  return (
    typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value) && isNear(Date.parse(value))
  );
}

function isRecord(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
