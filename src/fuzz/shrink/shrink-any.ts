import { isPlainObject, setOwn } from '../../core/json.ts';

/** Simpler values of any kind, without knowledge of a schema. */
export function* shrinkAny(value: unknown): Iterable<unknown> {
  if (typeof value === 'string') {
    if (value === '') return;
    yield '';
    if (value.length > 1) yield value.slice(0, Math.floor(value.length / 2));
    if (value.length > 1) yield value.slice(0, -1);
    if (!/^a*$/.test(value)) yield 'a'.repeat(value.length);
  } else if (typeof value === 'number') {
    if (value === 0 || Number.isNaN(value)) return;
    yield 0;
    const whole = Math.trunc(value);
    if (whole !== value && Number.isFinite(value)) yield whole;
    for (let gap = Math.trunc(whole / 2); gap !== 0; gap = Math.trunc(gap / 2)) yield whole - gap;
    if (Number.isInteger(value)) yield value - Math.sign(value);
  } else if (Array.isArray(value)) {
    yield* shrinkItems(value);
  } else if (isPlainObject(value)) {
    yield* shrinkKeys(value);
  }
}

function* shrinkItems(list: readonly unknown[]): Iterable<unknown> {
  if (list.length > 0) yield [];
  if (list.length > 3) yield list.slice(0, Math.floor(list.length / 2));
  for (const index of list.keys()) yield list.filter((_, place) => place !== index);
  for (const [index, item] of list.entries()) {
    for (const simpler of shrinkAny(item))
      yield list.map((other, place) => (place === index ? simpler : other));
  }
}

function* shrinkKeys(value: Record<string, unknown>): Iterable<unknown> {
  const keys = Object.keys(value);
  const copy = (change: (key: string) => { keep: boolean; value?: unknown }): Record<string, unknown> => {
    const result = {};
    for (const key of keys) {
      const changed = change(key);
      if (changed.keep) setOwn(result, key, 'value' in changed ? changed.value : value[key]);
    }
    return result;
  };
  for (const dropped of keys) yield copy((key) => ({ keep: key !== dropped }));
  for (const target of keys) {
    for (const simpler of shrinkAny(value[target])) {
      yield copy((key) => (key === target ? { keep: true, value: simpler } : { keep: true }));
    }
  }
}
