import type { CompiledPattern } from './call-pattern.ts';
import type { Truth } from '../truth.ts';
import type { HistoryEntry } from './compiled.ts';

/** The admitted calls that a condition counts, kept up to date as calls end and fall out of the window. */
export interface Ledger {
  admitted(entry: HistoryEntry): void;
  changed(entry: HistoryEntry): void;
  removed(entry: HistoryEntry): void;
  /** Forgets calls older than the window. */
  moveTo(atMs: number | undefined): void;
  /** How many calls count for certain, and of how many that is not known. */
  readonly certain: number;
  readonly unknown: number;
  /** The calls that count for certain, in the order of admission. */
  entries(): HistoryEntry[];
}

export interface LedgerOptions {
  pattern: CompiledPattern;
  withinMs?: number | undefined;
  /** Told whenever a call begins or ceases to count. */
  onChange?(entry: HistoryEntry, counts: Truth, before: Truth): void;
}

export function createLedger(options: LedgerOptions): Ledger {
  const { pattern, withinMs, onChange } = options;
  const items = new Map<HistoryEntry, Truth>();
  const tally = { certain: 0, unknown: 0 };
  const count = (entry: HistoryEntry, now: Truth, before: Truth): void => {
    if (now === before) return;
    if (before === true) tally.certain -= 1;
    if (before === undefined) tally.unknown -= 1;
    if (now === true) tally.certain += 1;
    if (now === undefined) tally.unknown += 1;
    onChange?.(entry, now, before);
  };
  const remove = (entry: HistoryEntry): void => {
    if (!items.has(entry)) return;
    count(entry, false, items.get(entry));
    items.delete(entry);
  };
  return {
    admitted(entry) {
      if (!pattern.matchesNames(entry)) return;
      const truth = pattern.counts(entry);
      items.set(entry, truth);
      count(entry, truth, false);
    },
    changed(entry) {
      if (!items.has(entry)) return;
      const before = items.get(entry);
      const truth = pattern.counts(entry);
      items.set(entry, truth);
      count(entry, truth, before);
    },
    removed: remove,
    moveTo(atMs) {
      if (withinMs === undefined || atMs === undefined) return;
      for (const entry of items.keys()) {
        if (entry.atMs === undefined || entry.atMs >= atMs - withinMs) break;
        remove(entry);
      }
    },
    get certain() {
      return tally.certain;
    },
    get unknown() {
      return tally.unknown;
    },
    entries: () => [...items].filter(([, truth]) => truth === true).map(([entry]) => entry),
  };
}
