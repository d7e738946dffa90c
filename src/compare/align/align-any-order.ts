import type { Renaming } from '../values/renaming.ts';
import { keyOf, weave, type AlignedCall } from './align-calls.ts';
import { callSimilarity } from './call-similarity.ts';
import type { ComparedCall } from './compared-call.ts';

// Leftovers beyond this many pairs are not compared by similarity; they stay added and removed.
const MAX_PAIRS = 250_000;

/** Pairs the calls of two traces whatever their order and scope: equal calls first, then the most alike of one tool. */
export function alignAnyOrder(
  golden: readonly ComparedCall[],
  actual: readonly ComparedCall[],
  renaming: Renaming,
): AlignedCall[] {
  const free = new Map<string, ComparedCall[]>();
  for (const item of actual) {
    const key = keyOf(item, renaming, 'actual');
    const known = free.get(key);
    if (known) known.push(item);
    else free.set(key, [item]);
  }
  for (const items of free.values()) items.reverse();
  const partner = new Map<ComparedCall, ComparedCall>();
  for (const item of golden) {
    const other = free.get(keyOf(item, renaming, 'golden'))?.pop();
    if (other !== undefined) partner.set(item, other);
  }
  pairMostAlike(golden, actual, partner);
  const rows = golden.map((item) => {
    const other = partner.get(item);
    return { golden: item, ...(other !== undefined && { actual: other }) };
  });
  return weave(rows, actual, new Set(partner.values()));
}

function pairMostAlike(
  golden: readonly ComparedCall[],
  actual: readonly ComparedCall[],
  partner: Map<ComparedCall, ComparedCall>,
): void {
  const taken = new Set(partner.values());
  const left = golden.filter((item) => !partner.has(item));
  const right = actual.filter((item) => !taken.has(item));
  if (left.length * right.length > MAX_PAIRS) return;
  const candidates = left
    .flatMap((one) => right.map((other) => ({ one, other, weight: callSimilarity(one, other) })))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { one, other } of candidates) {
    if (partner.has(one) || taken.has(other)) continue;
    partner.set(one, other);
    taken.add(other);
  }
}
