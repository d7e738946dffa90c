/** A set of code points as sorted, disjoint, closed ranges: `[low, high, low, high, …]`. */
export type CharSet = readonly number[];

/**
 * The code points that generated text is made of. A set of a regular expression is cut down to them, which keeps every
 * generated text inside the expression's language while `\p{…}` need not be tried on a million characters.
 */
export const basic: CharSet = [
  0, 0x2fff, 0x3040, 0x30ff, 0x4e00, 0x4eff, 0xac00, 0xacff, 0xfe00, 0xfe0f, 0xff00, 0xffef,
];

/** With the characters outside the basic plane that matter: emoji, their parts, and a few scripts. */
export const astral: CharSet = [
  ...basic,
  0x10000,
  0x1007f,
  0x1d400,
  0x1d4ff,
  0x1f000,
  0x1faff,
  0xe0020,
  0xe007f,
];

/** Sorts ranges and joins those that touch. */
export function normalise(ranges: readonly number[]): CharSet {
  const pairs: [number, number][] = [];
  for (let index = 0; index < ranges.length; index += 2) {
    if (ranges[index]! <= ranges[index + 1]!) pairs.push([ranges[index]!, ranges[index + 1]!]);
  }
  pairs.sort((left, right) => left[0] - right[0]);
  const result: number[] = [];
  for (const [low, high] of pairs) {
    const last = result.length - 1;
    if (last > 0 && low <= result[last]! + 1) result[last] = Math.max(result[last]!, high);
    else result.push(low, high);
  }
  return result;
}

export function union(...sets: CharSet[]): CharSet {
  return normalise(sets.flat());
}

export function intersect(left: CharSet, right: CharSet): CharSet {
  const result: number[] = [];
  for (let a = 0, b = 0; a < left.length && b < right.length;) {
    const low = Math.max(left[a]!, right[b]!);
    const high = Math.min(left[a + 1]!, right[b + 1]!);
    if (low <= high) result.push(low, high);
    if (left[a + 1]! < right[b + 1]!) a += 2;
    else b += 2;
  }
  return result;
}

/** What a universe has and the set has not. */
export function subtract(universe: CharSet, set: CharSet): CharSet {
  const holes: number[] = [];
  let next = 0;
  for (let index = 0; index < set.length; index += 2) {
    if (set[index]! > next) holes.push(next, set[index]! - 1);
    next = set[index + 1]! + 1;
  }
  holes.push(next, 0x10ffff);
  return intersect(universe, holes);
}

export function sizeOf(set: CharSet): number {
  let size = 0;
  for (let index = 0; index < set.length; index += 2) size += set[index + 1]! - set[index]! + 1;
  return size;
}

/** The code points of a universe that an expression for one character matches. */
export function scan(universe: CharSet, matches: RegExp): CharSet {
  const result: number[] = [];
  for (let index = 0; index < universe.length; index += 2) {
    for (let point = universe[index]!; point <= universe[index + 1]!; point++) {
      if (!matches.test(String.fromCodePoint(point))) continue;
      if (result.length > 0 && result[result.length - 1] === point - 1) result[result.length - 1] = point;
      else result.push(point, point);
    }
  }
  return result;
}

export const digits: CharSet = [0x30, 0x39];
export const wordCharacters: CharSet = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a];
export const lineEnds: CharSet = [0x0a, 0x0a, 0x0d, 0x0d, 0x2028, 0x2029];
export const spaces: CharSet = [
  0x09, 0x0d, 0x20, 0x20, 0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x202f, 0x205f,
  0x205f, 0x3000, 0x3000, 0xfeff, 0xfeff,
];

/** Adds the other case of ASCII letters, for expressions with the flag `i`. */
export function foldCase(set: CharSet): CharSet {
  const upper = intersect(set, [0x41, 0x5a]).map((point) => point + 32);
  const lower = intersect(set, [0x61, 0x7a]).map((point) => point - 32);
  return union(set, upper, lower);
}
