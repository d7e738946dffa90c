import type { CompiledCondition, HistoryEntry } from './conditions/compiled.ts';
import type { HistoryCall } from './rule.ts';

/** The admitted calls of a run, in the order of their admission; conditions are told of every change. */
export interface History {
  add(entry: HistoryEntry): void;
  withdraw(callId: string): void;
  settle(callId: string, status: HistoryCall['status'], output?: unknown): void;
  entries(): HistoryEntry[];
  /** A frozen copy for code; made anew only after a change. */
  view(): readonly HistoryCall[];
}

export function createHistory(conditions: readonly CompiledCondition[]): History {
  const entries = new Map<string, HistoryEntry>();
  let copy: readonly HistoryCall[] | undefined;
  const tell = (event: 'admitted' | 'changed' | 'removed', entry: HistoryEntry): void => {
    copy = undefined;
    for (const condition of conditions) condition[event]?.(entry);
  };
  return {
    add(entry) {
      entries.set(entry.callId, entry);
      tell('admitted', entry);
    },
    withdraw(callId) {
      const entry = entries.get(callId);
      if (entry === undefined) return;
      entries.delete(callId);
      tell('removed', entry);
    },
    settle(callId, status, output) {
      const entry = entries.get(callId);
      if (entry === undefined) return;
      entry.status = status;
      if (output !== undefined) entry.output = output;
      tell('changed', entry);
    },
    entries: () => [...entries.values()],
    view: () => (copy ??= Object.freeze([...entries.values()].map((entry) => Object.freeze({ ...entry })))),
  };
}
