/** Indices of two items that stand for each other: [left, right]. */
export type Pair = readonly [number, number];

interface Range {
  leftFrom: number;
  leftTo: number;
  rightFrom: number;
  rightTo: number;
}

/**
 * Pairs equal keys of two lists so that no two pairs cross, in near-linear time: equal ends first, then, as in patience
 * diff, the longest increasing run over the n-th occurrence of each key, and again inside every gap.
 */
export function alignKeys(left: readonly string[], right: readonly string[]): Pair[] {
  // Ties are broken by place; looking from one side always makes the answer symmetric.
  if (comesAfter(left, right)) return alignFrom(right, left).map(([one, other]): Pair => [other, one]);
  return alignFrom(left, right);
}

/** A fixed order between two lists of keys. */
export function comesAfter(left: readonly string[], right: readonly string[]): boolean {
  const place = left.findIndex((key, index) => key !== right[index]);
  return place !== -1 && (right[place] === undefined || left[place]! > right[place]);
}

function alignFrom(left: readonly string[], right: readonly string[]): Pair[] {
  const pairs: Pair[] = [];
  const open: Range[] = [{ leftFrom: 0, leftTo: left.length, rightFrom: 0, rightTo: right.length }];
  while (open.length > 0) {
    const range = trimEnds(left, right, open.pop()!, pairs);
    const anchors = longestIncreasing(occurrencePairs(left, right, range));
    if (anchors.length === 0) continue;
    pairs.push(...anchors);
    let [leftFrom, rightFrom] = [range.leftFrom, range.rightFrom];
    for (const [leftTo, rightTo] of [...anchors, [range.leftTo, range.rightTo] as const]) {
      if (leftFrom < leftTo && rightFrom < rightTo) open.push({ leftFrom, leftTo, rightFrom, rightTo });
      [leftFrom, rightFrom] = [leftTo + 1, rightTo + 1];
    }
  }
  return pairs.sort(([one], [other]) => one - other);
}

function trimEnds(left: readonly string[], right: readonly string[], range: Range, pairs: Pair[]): Range {
  let { leftFrom, leftTo, rightFrom, rightTo } = range;
  while (leftFrom < leftTo && rightFrom < rightTo && left[leftFrom] === right[rightFrom]) {
    pairs.push([leftFrom++, rightFrom++]);
  }
  while (leftFrom < leftTo && rightFrom < rightTo && left[leftTo - 1] === right[rightTo - 1]) {
    pairs.push([--leftTo, --rightTo]);
  }
  return { leftFrom, leftTo, rightFrom, rightTo };
}

// The n-th occurrence of a key on the left stands for its n-th on the right; in the order of the left.
function occurrencePairs(left: readonly string[], right: readonly string[], range: Range): Pair[] {
  const places = new Map<string, number[]>();
  for (let index = range.rightFrom; index < range.rightTo; index++) {
    const known = places.get(right[index]!);
    if (known) known.push(index);
    else places.set(right[index]!, [index]);
  }
  const used = new Map<string, number>();
  const pairs: Pair[] = [];
  for (let index = range.leftFrom; index < range.leftTo; index++) {
    const key = left[index]!;
    const occurrence = used.get(key) ?? 0;
    const place = places.get(key)?.[occurrence];
    if (place === undefined) continue;
    used.set(key, occurrence + 1);
    pairs.push([index, place]);
  }
  return pairs;
}

/** The longest part of the pairs in which the right indices rise, by patience sorting. */
export function longestIncreasing(pairs: readonly Pair[]): Pair[] {
  const tails: number[] = [];
  const previous = pairs.map(() => -1);
  for (const [index, [, right]] of pairs.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tails[middle]!]![1] < right) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = index;
  }
  const result: Pair[] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index]!) result.push(pairs[index]!);
  return result.reverse();
}
