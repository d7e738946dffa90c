import { canonicalJson } from '../../core/canonical.ts';
import type { Json } from '../../core/json.ts';
import { formatPath } from '../../core/paths.ts';

/**
 * Finds the first place where something that was there before is gone or overwritten; undefined where everything was
 * kept and at most something was added. A text that only grew was kept: at its end, or anywhere where it is long enough
 * for that to be no chance. Of content that is shown by its hash nothing can be said.
 */
export function findLostContent(
  before: Json,
  after: Json,
  path: (string | number)[] = [],
): string | undefined {
  if (canonicalJson(before) === canonicalJson(after)) return undefined;
  if (typeof before === 'string' && typeof after === 'string' && isKept(before, after)) return undefined;
  if (Array.isArray(before) && Array.isArray(after)) return findLostItem(before, after, path);
  if (isRecord(before) && isRecord(after)) {
    for (const key of Object.keys(before)) {
      const place = [...path, key];
      if (!Object.hasOwn(after, key)) return formatPath(place);
      const lost = findLostContent(before[key]!, after[key]!, place);
      if (lost !== undefined) return lost;
    }
    return undefined;
  }
  return formatPath(path) || 'everything';
}

/** From so many characters on, a text whose characters all stand in the other in order was extended, not replaced. */
const LONG_TEXT = 40;
const HASHED = /^\d+ bytes, sha256 [0-9a-f]{64}$/;

function isKept(before: string, after: string): boolean {
  if (after.startsWith(before) || HASHED.test(before) || HASHED.test(after)) return true;
  if (before.length < LONG_TEXT) return false;
  let place = 0;
  for (let index = 0; index < after.length; index += 1) if (after[index] === before[place]) place += 1;
  return place === before.length;
}

// Items are matched by content, so that an item put in front does not make the others look changed.
function findLostItem(before: Json[], after: Json[], path: (string | number)[]): string | undefined {
  const left = after.map((item) => ({ item, text: canonicalJson(item) }));
  const missing: { item: Json; index: number }[] = [];
  for (const [index, item] of before.entries()) {
    const match = left.findIndex(({ text }) => text === canonicalJson(item));
    if (match === -1) missing.push({ item, index });
    else left.splice(match, 1);
  }
  for (const { item, index } of missing) {
    const grown = left.findIndex(({ item: other }) => findLostContent(item, other) === undefined);
    if (grown === -1) return formatPath([...path, index]);
    left.splice(grown, 1);
  }
  return undefined;
}

function isRecord(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
