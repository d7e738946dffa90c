import { MAX_DEPTH } from '../../core/codec.ts';
import { messageOf, type Issue } from '../../core/errors.ts';
import { isPlainObject, setOwn } from '../../core/json.ts';

/** An output as plain JSON, or the place of each part that JSON cannot hold. */
export type NormalisedOutput = { ok: true; value: unknown } | { ok: false; issues: Issue[] };

const MAX_ISSUES = 20;

interface Walk {
  path: (string | number)[];
  issues: Issue[];
}

/**
 * Turns what a tool gives into plain JSON, once, before it is stored or handed on: undefined properties are dropped,
 * instances become plain objects. Dates, bigints, maps, NaN, functions and cycles are issues with their path: the
 * output schema has to turn them into JSON. An output of undefined stays undefined.
 */
export function normaliseOutput(value: unknown): NormalisedOutput {
  if (value === undefined || value === null || typeof value === 'string' || typeof value === 'boolean') {
    return { ok: true, value };
  }
  const walk: Walk = { path: [], issues: [] };
  const result = normalise(value, walk);
  return walk.issues.length === 0 ? { ok: true, value: result } : { ok: false, issues: walk.issues };
}

function normalise(value: unknown, walk: Walk): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      if (!Number.isFinite(value)) return refuse(String(value), walk);
      return value === 0 ? 0 : value;
    case 'undefined':
      return null;
    case 'object':
      return value === null ? null : normaliseObject(value, walk);
    default:
      return refuse(`a ${typeof value}`, walk);
  }
}

function normaliseObject(value: object, walk: Walk): unknown {
  // A cycle is deeper than any limit, so the limit finds it without a set of what was seen.
  if (walk.path.length > MAX_DEPTH) {
    return refuse(`a value that contains itself or has more than ${MAX_DEPTH} levels`, walk);
  }
  try {
    if (Array.isArray(value)) return normaliseList(value, walk);
    if (!isPlainObject(value)) {
      const kind = Object.prototype.toString.call(value).slice(8, -1);
      if (kind !== 'Object') return refuse(`a ${kind}`, walk);
    }
    return normaliseRecord(value as Record<string, unknown>, walk);
  } catch (thrown) {
    return refuse(`a value that cannot be read (${messageOf(thrown)})`, walk);
  }
}

function normaliseList(items: unknown[], walk: Walk): unknown[] {
  const result: unknown[] = [];
  for (let index = 0; index < items.length && walk.issues.length < MAX_ISSUES; index += 1) {
    result.push(normalisePart(index, items[index], walk));
  }
  return result;
}

function normaliseRecord(record: Record<string, unknown>, walk: Walk): unknown {
  if (typeof record.toJSON === 'function') return refuse('an object with its own toJSON', walk);
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(record)) {
    const item = record[key];
    if (typeof item === 'string' || typeof item === 'boolean') setOwn(result, key, item);
    else if (item !== undefined && walk.issues.length < MAX_ISSUES) {
      setOwn(result, key, normalisePart(key, item, walk));
    }
  }
  return result;
}

function normalisePart(key: string | number, item: unknown, walk: Walk): unknown {
  const depth = walk.path.length;
  walk.path.push(key);
  const result = normalise(item, walk);
  // A part that threw left its own keys behind.
  walk.path.length = depth;
  return result;
}

function refuse(what: string, walk: Walk): undefined {
  const path = walk.path.slice(0, 20);
  walk.issues.push({ path, code: 'not_json', message: `${what} is no JSON` });
  return undefined;
}
