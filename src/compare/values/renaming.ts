import type { VolatileRule } from '../compare-options.ts';
import type { Skeleton, Token } from './skeleton.ts';

/** What one trace holds of ids and times. */
export interface Inventory {
  present: Set<string>;
  /** Those that came out of a tool or a step. */
  produced: Set<string>;
}

/** Adds the tokens of a part of a trace to its inventory. */
export function takeStock(inventory: Inventory, skeleton: Skeleton, produced: boolean): void {
  for (const token of skeleton.tokens) {
    inventory.present.add(token.value);
    if (produced) inventory.produced.add(token.value);
  }
}

/**
 * A one-to-one renaming between the volatile values of two traces, learned pair by pair. Two ids that differ match as
 * long as each always stands for the other; two ids swapped do not.
 */
export interface Renaming {
  /** A text that is equal for two values if they can be equal under some renaming. */
  keyOf(skeleton: Skeleton, side: 'golden' | 'actual'): string;
  /** Tells whether two values are equal under the renaming so far and, if so, learns from them. */
  match(golden: Skeleton, actual: Skeleton): boolean;
}

export function createRenaming(golden: Inventory, actual: Inventory, rule: VolatileRule): Renaming {
  const forth = new Map<string, string>();
  const back = new Map<string, string>();
  const sides = { golden, actual };

  const isFree = (token: Token, side: 'golden' | 'actual'): boolean => {
    if (token.kind !== 'generated' && token.kind !== 'time') return true;
    if (rule === 'none' || (golden.present.has(token.value) && actual.present.has(token.value))) return false;
    return rule === 'any' || sides[side].produced.has(token.value);
  };

  const agree = (left: Token, right: Token, learned: [string, string][]): boolean => {
    if (left.kind !== right.kind) return false;
    if (left.within !== undefined) {
      return Math.abs(Number(left.value) - Number(right.value)) <= left.within;
    }
    if (!isFree(left, 'golden') || !isFree(right, 'actual')) return left.value === right.value;
    const [from, to] = [`${left.kind} ${left.value}`, `${right.kind} ${right.value}`];
    if ((forth.get(from) ?? to) !== to || (back.get(to) ?? from) !== from) return false;
    if (!forth.has(from)) learned.push([from, to]);
    forth.set(from, to);
    back.set(to, from);
    return true;
  };

  return {
    keyOf(skeleton, side) {
      if (skeleton.tokens.length === 0) return skeleton.text;
      const tokens = skeleton.tokens.map((token) => (isFree(token, side) ? token.kind : token.value));
      return `${skeleton.text}\u0001${tokens.join('\u0001')}`;
    },
    match(left, right) {
      if (left.text !== right.text || left.tokens.length !== right.tokens.length) return false;
      const learned: [string, string][] = [];
      const equal = left.tokens.every((token, index) => agree(token, right.tokens[index]!, learned));
      if (equal) return true;
      // What was learned from a pair that does not match is forgotten again.
      for (const [from, to] of learned) {
        forth.delete(from);
        back.delete(to);
      }
      return false;
    },
  };
}
