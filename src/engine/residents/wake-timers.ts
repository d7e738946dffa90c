import type { Clock } from '../../core/clock.ts';
import { waitsOutside } from '../run-life.ts';
import type { RunRow } from '../store.ts';

/** The timers of runs that rest on disk. */
export class WakeTimers {
  private readonly timers = new Map<string, () => void>();

  constructor(
    private readonly clock: Clock,
    private readonly wake: (runId: string) => void,
  ) {}

  /** Wakes the run when the first of its waits is due. One that also waits for something outside keeps no process alive. */
  set(row: RunRow): void {
    const { runId } = row;
    this.clear(runId);
    const due = row.waits.flatMap(({ dueAt }) => dueAt ?? []);
    if (due.length === 0) return;
    const fire = (): void => {
      this.timers.delete(runId);
      this.wake(runId);
    };
    this.timers.set(runId, this.clock.setTimer(Math.min(...due), fire, { background: waitsOutside(row) }));
  }

  clear(runId: string): void {
    this.timers.get(runId)?.();
    this.timers.delete(runId);
  }

  clearAll(): void {
    for (const cancel of this.timers.values()) cancel();
    this.timers.clear();
  }
}
