import { canonicalJson } from '../../core/canonical.ts';
import type { Json } from '../../core/json.ts';
import { formatPath } from '../../core/paths.ts';

/** The first place in which two observations differ, in document order. */
export interface LedgerDifference {
  path: string;
  /** Absent where one side has nothing there. */
  left?: Json;
  right?: Json;
}

/** Finds the first place in which two observations differ; undefined where they are equal. */
export function firstDifference(
  left: Json,
  right: Json,
  path: (string | number)[] = [],
): LedgerDifference | undefined {
  if (canonicalJson(left) === canonicalJson(right)) return undefined;
  if (!isContainer(left) || !isContainer(right) || Array.isArray(left) !== Array.isArray(right)) {
    return { path: formatPath(path), left, right };
  }
  const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  for (const key of keys) {
    const place = [...path, Array.isArray(left) ? Number(key) : key];
    const [here, there] = [own(left, key), own(right, key)];
    if (here === undefined) return { path: formatPath(place), right: there! };
    if (there === undefined) return { path: formatPath(place), left: here };
    const found = firstDifference(here, there, place);
    if (found !== undefined) return found;
  }
  return { path: formatPath(path), left, right };
}

function isContainer(value: Json): value is Json[] | { [key: string]: Json } {
  return typeof value === 'object' && value !== null;
}

function own(value: Json[] | { [key: string]: Json }, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? (value as { [key: string]: Json })[key] : undefined;
}

/** Says in a few words what changed, such as `refunds[1] was added: {"id":"re_2"}`. */
export function describeDifference({ path, left, right }: LedgerDifference): string {
  const place = path === '' ? 'the observation' : path;
  if (left === undefined) return `${place} was added: ${shorten(right!)}`;
  if (right === undefined) return `${place} was removed: ${shorten(left)}`;
  return `${place} went from ${shorten(left)} to ${shorten(right)}`;
}

const SHOWN_CHARACTERS = 120;

function shorten(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS - 1)}…`;
}
