import { MAX_DEPTH } from '../../core/codec.ts';
import { messageOf, type Issue } from '../../core/errors.ts';
import { isPlainObject, setOwn } from '../../core/json.ts';

/** A copy, or what keeps the value from being copied. */
export type CopyResult = { ok: true; value: unknown } | { ok: false; issue: Issue };

/**
 * A deep, frozen copy of plain objects and arrays; every property is read once. Other objects (dates, maps, instances)
 * are kept as they are. Cycles, depth over 1,000 and properties that throw are an issue with their path.
 */
export function frozenCopy(value: unknown): CopyResult {
  if (typeof value !== 'object' || value === null) return { ok: true, value };
  const path: (string | number)[] = [];
  try {
    return { ok: true, value: copyFrozen(value, path) };
  } catch (thrown) {
    const issue = thrown instanceof CopyFault ? thrown.issue : unreadable(path, thrown);
    return { ok: false, issue };
  }
}

/** A deep copy that may be changed, of a value that `frozenCopy` made. */
export function mutableCopy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(mutableCopy);
  if (!isPlainObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) setOwn(copy, key, mutableCopy(value[key]));
  return copy;
}

class CopyFault extends Error {
  readonly issue: Issue;

  constructor(issue: Issue) {
    super(issue.message);
    this.issue = issue;
  }
}

function copyFrozen(value: unknown, path: (string | number)[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // A cycle is deeper than any limit, so the limit finds it without a set of what was seen.
  if (path.length > MAX_DEPTH) {
    const message = `The value has more than ${MAX_DEPTH} levels or contains itself`;
    throw new CopyFault({ path: path.slice(0, 20), code: 'too_deep', message });
  }
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (let index = 0; index < value.length; index += 1) {
      path.push(index);
      items.push(copyFrozen(value[index], path));
      path.pop();
    }
    return Object.freeze(items);
  }
  if (!isPlainObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    path.push(key);
    setOwn(copy, key, copyFrozen(value[key], path));
    path.pop();
  }
  return Object.freeze(copy);
}

function unreadable(path: (string | number)[], thrown: unknown): Issue {
  return { path: [...path], code: 'unreadable', message: `The value cannot be read: ${messageOf(thrown)}` };
}

/** Tells whether two values are the same JSON; values that JSON does not know are equal only when identical. */
export function isSameJson(left: unknown, right: unknown, depth = 0): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => isSameJson(item, right[index], depth + 1));
  }
  if (!isPlainObject(left) || !isPlainObject(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && isSameJson(left[key], right[key], depth + 1));
}
