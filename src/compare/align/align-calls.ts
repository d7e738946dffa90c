import type { Renaming } from '../values/renaming.ts';
import { alignKeys, comesAfter, type Pair } from './align-keys.ts';
import { callSimilarity } from './call-similarity.ts';
import type { ComparedCall } from './compared-call.ts';

/** One line of two traces side by side: a call of both, or of one of them only. */
export interface AlignedCall {
  golden?: ComparedCall;
  actual?: ComparedCall;
  /** The call stands at another place than in the golden trace. */
  moved?: true;
}

// Gaps up to this many pairs are aligned by similarity; larger ones by the order of their tools.
const MAX_GAP = 40_000;

/**
 * Aligns the calls of two traces in order, inside each scope: calls that are equal, with their outcomes where these count,
 * then calls with equal arguments, then the most alike of one tool. Calls that changed place are recognised afterwards.
 */
export function alignInOrder(
  golden: readonly ComparedCall[],
  actual: readonly ComparedCall[],
  renaming: Renaming,
  outcomes: boolean,
): AlignedCall[] {
  const left = keyed(golden, renaming, 'golden', outcomes);
  const right = keyed(actual, renaming, 'actual', outcomes);
  const pairs: [ComparedCall, ComparedCall][] = [];
  for (const scope of new Set([...left.keys(), ...right.keys()])) {
    const [one, other] = [left.get(scope) ?? [], right.get(scope) ?? []];
    const swapped = comesAfter(
      one.map(({ fullKey }) => fullKey),
      other.map(({ fullKey }) => fullKey),
    );
    const aligned = swapped ? alignScope(other, one) : alignScope(one, other);
    for (const [first, second] of aligned) {
      pairs.push(swapped ? [one[second]!.item, other[first]!.item] : [one[first]!.item, other[second]!.item]);
    }
  }
  return withLeftovers(golden, actual, pairs, renaming);
}

interface Keyed {
  item: ComparedCall;
  key: string;
  fullKey: string;
}

function keyed(
  calls: readonly ComparedCall[],
  renaming: Renaming,
  side: 'golden' | 'actual',
  outcomes: boolean,
): Map<string, Keyed[]> {
  const scopes = new Map<string, Keyed[]>();
  for (const item of calls) {
    const key = keyOf(item, renaming, side);
    const outcome = outcomes ? `${item.call.status} ${renaming.keyOf(item.outcome.skeleton, side)}` : '';
    const entry = { item, key, fullKey: `${key} ${outcome}` };
    const known = scopes.get(item.call.scope);
    if (known) known.push(entry);
    else scopes.set(item.call.scope, [entry]);
  }
  return scopes;
}

/** Equal for calls of one tool with equal arguments. */
export function keyOf(item: ComparedCall, renaming: Renaming, side: 'golden' | 'actual'): string {
  return `${item.call.toolName} ${renaming.keyOf(item.input.skeleton, side)}`;
}

type Aligner = (left: readonly Keyed[], right: readonly Keyed[]) => Pair[];

const alignScope: Aligner = inGapsOf(
  ({ fullKey }) => fullKey,
  inGapsOf(({ key }) => key, alignGap),
);

/** Pairs what is equal by a key, and inside the gaps by the next aligner. */
function inGapsOf(keyFrom: (call: Keyed) => string, next: Aligner): Aligner {
  return (left, right) => {
    if (left.length === 0 || right.length === 0) return [];
    const anchors = alignKeys(left.map(keyFrom), right.map(keyFrom));
    const pairs: Pair[] = [];
    let [leftFrom, rightFrom] = [0, 0];
    for (const [leftTo, rightTo] of [...anchors, [left.length, right.length] as const]) {
      const gap = next(left.slice(leftFrom, leftTo), right.slice(rightFrom, rightTo));
      for (const [one, other] of gap) pairs.push([leftFrom + one, rightFrom + other]);
      if (leftTo < left.length && rightTo < right.length) pairs.push([leftTo, rightTo]);
      [leftFrom, rightFrom] = [leftTo + 1, rightTo + 1];
    }
    return pairs;
  };
}

function alignGap(left: readonly Keyed[], right: readonly Keyed[]): Pair[] {
  if (left.length === 0 || right.length === 0) return [];
  if (left.length * right.length <= MAX_GAP) return mostAlike(left, right);
  return alignKeys(
    left.map(({ item }) => item.call.toolName),
    right.map(({ item }) => item.call.toolName),
  );
}

/** The pairs, without crossing, whose similarities add up to the most: a weighted longest common subsequence. */
function mostAlike(left: readonly Keyed[], right: readonly Keyed[]): Pair[] {
  const width = right.length + 1;
  const best = new Float64Array((left.length + 1) * width);
  const weights = new Float64Array(left.length * right.length);
  for (let row = left.length - 1; row >= 0; row--) {
    for (let column = right.length - 1; column >= 0; column--) {
      const weight = callSimilarity(left[row]!.item, right[column]!.item);
      weights[row * right.length + column] = weight;
      best[row * width + column] = Math.max(
        best[(row + 1) * width + column]!,
        best[row * width + column + 1]!,
        weight > 0 ? weight + best[(row + 1) * width + column + 1]! : 0,
      );
    }
  }
  const pairs: Pair[] = [];
  let [row, column] = [0, 0];
  while (row < left.length && column < right.length) {
    const here = best[row * width + column]!;
    const weight = weights[row * right.length + column]!;
    if (weight > 0 && here === weight + best[(row + 1) * width + column + 1]!) pairs.push([row++, column++]);
    else if (here === best[(row + 1) * width + column]!) row++;
    else column++;
  }
  return pairs;
}

function withLeftovers(
  golden: readonly ComparedCall[],
  actual: readonly ComparedCall[],
  pairs: [ComparedCall, ComparedCall][],
  renaming: Renaming,
): AlignedCall[] {
  const partner = new Map(pairs);
  const taken = new Set(pairs.map(([, other]) => other));
  const free = new Map<string, ComparedCall[]>();
  for (const item of actual) {
    if (taken.has(item)) continue;
    const key = keyOf(item, renaming, 'actual');
    free.set(key, [...(free.get(key) ?? []), item]);
  }
  const rows: AlignedCall[] = [];
  for (const item of golden) {
    const other = partner.get(item);
    const moved = other === undefined ? free.get(keyOf(item, renaming, 'golden'))?.shift() : undefined;
    if (moved !== undefined) taken.add(moved);
    if (other !== undefined) rows.push({ golden: item, actual: other });
    else if (moved !== undefined) rows.push({ golden: item, actual: moved, moved: true });
    else rows.push({ golden: item });
  }
  return weave(rows, actual, taken);
}

/** Puts the added calls where they happened: behind the row of the call that they followed. */
export function weave(
  rows: AlignedCall[],
  actual: readonly ComparedCall[],
  taken: ReadonlySet<ComparedCall>,
): AlignedCall[] {
  const rowOf = new Map<ComparedCall, AlignedCall>();
  for (const row of rows) if (row.actual && row.moved !== true) rowOf.set(row.actual, row);
  const following = new Map<AlignedCall | undefined, AlignedCall[]>();
  let before: AlignedCall | undefined;
  for (const item of actual) {
    if (taken.has(item)) {
      before = rowOf.get(item) ?? before;
    } else {
      following.set(before, [...(following.get(before) ?? []), { actual: item }]);
    }
  }
  return [
    ...(following.get(undefined) ?? []),
    ...rows.flatMap((row) => [row, ...(following.get(row) ?? [])]),
  ];
}
