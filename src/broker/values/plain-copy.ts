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
  const copy: Record<string, unknown> = { ...value };
  for (const key of Object.keys(copy)) {
    const item = copy[key];
    if (typeof item === 'object' && item !== null) setOwn(copy, key, mutableCopy(item));
  }
  return copy;
}

class CopyFault extends Error {
  readonly issue: Issue;

  constructor(issue: Issue) {
    super(issue.message);
    this.issue = issue;
  }
}

function copyFrozen(value: object, path: (string | number)[]): unknown {
  // A cycle is deeper than any limit, so the limit finds it without a set of what was seen.
  if (path.length > MAX_DEPTH) {
    const message = `The value has more than ${MAX_DEPTH} levels or contains itself`;
    throw new CopyFault({ path: path.slice(0, 20), code: 'too_deep', message });
  }
  if (Array.isArray(value)) return copyList(value, path);
  if (!isPlainObject(value)) return value;
  // Key by key: freezing an object that a spread made is several times slower.
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    let item = value[key];
    if (typeof item === 'object' && item !== null) {
      path.push(key);
      item = copyFrozen(item, path);
      path.pop();
    }
    if (key === '__proto__') setOwn(copy, key, item);
    else copy[key] = item;
  }
  return Object.freeze(copy);
}

function copyList(items: readonly unknown[], path: (string | number)[]): readonly unknown[] {
  const copy: unknown[] = [];
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    if (typeof item === 'object' && item !== null) {
      path.push(index);
      copy.push(copyFrozen(item, path));
      path.pop();
    } else copy.push(item);
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
