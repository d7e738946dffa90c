import type { Json } from '../../core/json.ts';

/** One line of asks inside a scope; the occurrences of keys are counted here. */
export interface Branch {
  readonly scope: string;
  readonly counts: Map<string, number>;
  /** For code that is tried again: the results of earlier attempts, by step. */
  readonly kept?: Map<string, Json>;
}

/** Starts a branch. Give `kept` where the same code may run again inside one life of the run. */
export function createBranch(scope: string, kept?: Map<string, Json>): Branch {
  return { scope, counts: new Map(), ...(kept !== undefined && { kept }) };
}

/** The next occurrence of a key. */
export function countOccurrence(branch: Branch, key: string): number {
  const occurrence = (branch.counts.get(key) ?? 0) + 1;
  branch.counts.set(key, occurrence);
  return occurrence;
}
