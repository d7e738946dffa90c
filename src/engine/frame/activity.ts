import { isWithin } from './past.ts';
import type { RunWait } from '../store.ts';

/** Something that must come from outside before a step can end. */
export interface Wait extends Omit<RunWait, 'outside'> {
  /** Whether the engine itself will end the wait, or something outside must, or a person. */
  standing(): 'inside' | 'outside' | 'approval';
  /** Looks whether the wait is over; called when it opens, when its time has come and at every poke. */
  check(): void;
}

/** Knows what of a run is under way and what only waits, and tells when nothing but waits is left. */
export class Activity {
  readonly waits = new Map<string, Wait>();
  private readonly computing = new Map<string, number>();
  private underWay = 0;
  private changes = 0;
  private turn: NodeJS.Immediate | undefined;
  private stopped = false;

  constructor(
    private readonly isRehearsing: () => boolean,
    private readonly onIdle: () => void,
  ) {}

  /** Says that something is under way, so that the run is not idle; the returned function ends it. */
  busy(): () => void {
    this.underWay += 1;
    return this.once(() => (this.underWay -= 1));
  }

  /** Says that code of others runs in a scope: it counts as idle only while it waits for something inside. */
  compute(scope: string): () => void {
    this.computing.set(scope, (this.computing.get(scope) ?? 0) + 1);
    return this.once(() => {
      const left = this.computing.get(scope)! - 1;
      if (left === 0) this.computing.delete(scope);
      else this.computing.set(scope, left);
    });
  }

  openWait(id: string, wait: Wait): () => void {
    this.waits.set(id, wait);
    this.touch();
    return this.once(() => this.waits.delete(id));
  }

  touch(): void {
    this.changes += 1;
    if (this.stopped || this.turn !== undefined || this.waits.size === 0) return;
    this.watch();
  }

  stop(): void {
    this.stopped = true;
    clearImmediate(this.turn);
  }

  private once(end: () => unknown): () => void {
    let open = true;
    return () => {
      if (!open) return;
      open = false;
      end();
      this.touch();
    };
  }

  // Idle is: nothing has changed for two whole turns, and all that was begun waits for something outside.
  private watch(quietSince = this.changes, turns = 0): void {
    this.turn = setImmediate(() => {
      this.turn = undefined;
      if (this.stopped || this.waits.size === 0) return;
      if (this.changes !== quietSince) return this.watch();
      if (this.underWay > 0 || this.isRehearsing() || !this.allWait()) return;
      if (turns < 2) return this.watch(quietSince, turns + 1);
      this.onIdle();
    });
  }

  private allWait(): boolean {
    const scopes = [...this.waits.values()].map((wait) => wait.scope);
    return [...this.computing.keys()].every((outer) => scopes.some((scope) => isWithin(scope, outer)));
  }
}
