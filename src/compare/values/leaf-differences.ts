import type { Json } from '../../core/json.ts';
import { alignKeys, type Pair } from '../align/align-keys.ts';
import { NORMALISED } from './normalise.ts';
import type { Renaming } from './renaming.ts';
import { skeletonOf } from './skeleton.ts';

/** One place at which two values differ. */
export interface LeafDifference {
  path: (string | number)[];
  change: 'changed' | 'added' | 'removed' | 'renamed';
  expected?: Json;
  actual?: Json;
  /** The new key of a field that was renamed. */
  renamedTo?: string;
}

type JsonObject = { [key: string]: Json };

/** All places at which two values in codec form differ, smallest first; equal parts are skipped. */
export function leafDifferences(
  golden: Json,
  actual: Json,
  renaming: Renaming,
  path: (string | number)[] = [],
): LeafDifference[] {
  if (renaming.match(skeletonOf(golden), skeletonOf(actual))) return [];
  if (isTree(golden) && isTree(actual)) return objectDifferences(golden, actual, renaming, path);
  if (Array.isArray(golden) && Array.isArray(actual)) return listDifferences(golden, actual, renaming, path);
  return [{ path, change: 'changed', expected: plain(golden), actual: plain(actual) }];
}

function isTree(json: Json): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json) && !Object.hasOwn(json, '$type');
}

function objectDifferences(
  golden: JsonObject,
  actual: JsonObject,
  renaming: Renaming,
  path: (string | number)[],
): LeafDifference[] {
  const removed = Object.keys(golden).filter((key) => !Object.hasOwn(actual, key));
  const added = new Set(Object.keys(actual).filter((key) => !Object.hasOwn(golden, key)));
  const result: LeafDifference[] = [];
  for (const key of Object.keys(golden)) {
    if (Object.hasOwn(actual, key)) {
      result.push(...leafDifferences(golden[key]!, actual[key]!, renaming, [...path, key]));
    }
  }
  for (const key of removed) {
    const expected = golden[key]!;
    const twin = [...added].find((name) => renaming.match(skeletonOf(expected), skeletonOf(actual[name]!)));
    if (twin === undefined) {
      result.push({ path: [...path, key], change: 'removed', expected: plain(expected) });
    } else {
      added.delete(twin);
      result.push({
        path: [...path, key],
        change: 'renamed',
        expected: { [key]: plain(expected) },
        actual: { [twin]: plain(actual[twin]!) },
        renamedTo: twin,
      });
    }
  }
  for (const key of added) {
    result.push({ path: [...path, key], change: 'added', actual: plain(actual[key]!) });
  }
  return result;
}

function listDifferences(
  golden: Json[],
  actual: Json[],
  renaming: Renaming,
  path: (string | number)[],
): LeafDifference[] {
  const anchors = alignKeys(
    golden.map((item) => renaming.keyOf(skeletonOf(item), 'golden')),
    actual.map((item) => renaming.keyOf(skeletonOf(item), 'actual')),
  );
  const result: LeafDifference[] = [];
  let [left, right] = [0, 0];
  for (const [leftTo, rightTo] of [...anchors, [golden.length, actual.length] as Pair]) {
    while (left < leftTo && right < rightTo) {
      result.push(...leafDifferences(golden[left]!, actual[right]!, renaming, [...path, right]));
      [left, right] = [left + 1, right + 1];
    }
    for (; left < leftTo; left++) {
      result.push({ path: [...path, left], change: 'removed', expected: plain(golden[left]!) });
    }
    for (; right < rightTo; right++) {
      result.push({ path: [...path, right], change: 'added', actual: plain(actual[right]!) });
    }
    if (left < golden.length && right < actual.length) {
      result.push(...leafDifferences(golden[left]!, actual[right]!, renaming, [...path, right]));
    }
    [left, right] = [left + 1, right + 1];
  }
  return result;
}

/** What a rule put in the place of a value is shown as the value. */
function plain(json: Json): Json {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map(plain);
  if (json['$type'] === NORMALISED) return shown(json['value'] ?? null);
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, plain(value)]));
}

function shown(value: Json): Json {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
}
