import type { RunRow } from '../store.ts';

interface Listener {
  resolve(row: RunRow): void;
  reject(thrown: unknown): void;
}

/** Those who wait for runs to end or to rest. */
export class Listeners {
  private readonly byRun = new Map<string, Set<Listener>>();

  wait(runId: string): Promise<RunRow> {
    return new Promise((resolve, reject) => {
      const listeners = this.byRun.get(runId) ?? new Set();
      this.byRun.set(runId, listeners.add({ resolve, reject }));
    });
  }

  settle(runId: string, outcome: { row: RunRow } | { thrown: unknown }): void {
    const listeners = this.byRun.get(runId);
    this.byRun.delete(runId);
    for (const listener of listeners ?? []) {
      if ('row' in outcome) listener.resolve(outcome.row);
      else listener.reject(outcome.thrown);
    }
  }

  rejectAll(thrown: unknown): void {
    for (const runId of this.byRun.keys()) this.settle(runId, { thrown });
  }
}
