import { describeStep, readStepId } from '../journal-record.ts';
import type { Past, ResultRecord } from './past.ts';

/** Why the code and the journal do not fit together, both sides named. */
export interface Divergence {
  recorded: string;
  asked: string;
}

export interface RehearsalOptions {
  /** How long, in milliseconds of the machine, asks may be late because the code awaits things that are no steps. */
  graceMs: number;
  onChange(): void;
  onDivergence(divergence: Divergence): void;
}

/**
 * Answers the steps that the journal knows while a run's code runs again. Results become known in the recorded order,
 * one commit per turn of the event loop, so that races end as they ended. A new step waits until every recorded step of
 * its scope was asked for; those never asked for are a divergence.
 */
export class Rehearsal {
  private readonly groups: string[][];
  private readonly waiting = new Map<string, (result: ResultRecord) => void>();
  private readonly missing: Map<string, Map<string, string>>;
  private held: { id: string; kind: string; scope: string | undefined; go: () => void }[] = [];
  private turn: NodeJS.Immediate | undefined;
  private grace: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    private readonly past: Past,
    private readonly options: RehearsalOptions,
  ) {
    this.groups = past.groups.map((group) => [...group]);
    this.missing = new Map([...past.expected].map(([scope, ids]) => [scope, new Map(ids)]));
  }

  /** True while results or held steps are still to come, so that the run is not idle. */
  get busy(): boolean {
    return this.waiting.size > 0 || this.held.length > 0;
  }

  /** The recorded result of a step, if there is one. Call it once per ask. */
  recorded(id: string): ResultRecord | undefined {
    this.asked(id);
    return this.past.results.get(id);
  }

  /** `tell` hears the result when its moment has come. */
  expect(id: string, tell: (result: ResultRecord) => void): void {
    this.waiting.set(id, tell);
    this.schedule();
  }

  /** Calls `go` when the step may start, at once where nothing of its scope is outstanding. Without a scope: of any. */
  hold(id: string, kind: string, scope: string | undefined, go: () => void): void {
    if (!this.isMissing(scope)) return go();
    this.held.push({ id, kind, scope, go });
    this.schedule();
  }

  close(): void {
    this.closed = true;
    clearImmediate(this.turn);
    clearTimeout(this.grace);
  }

  private isMissing(scope: string | undefined): boolean {
    return scope === undefined ? this.missing.size > 0 : this.missing.has(scope);
  }

  private asked(id: string): void {
    if (this.missing.size === 0) return;
    const { scope } = readStepId(id);
    const ids = this.missing.get(scope);
    if (ids?.delete(id) !== true) return;
    if (ids.size === 0) this.missing.delete(scope);
    this.schedule();
  }

  private schedule(): void {
    clearTimeout(this.grace);
    this.grace = undefined;
    this.turn ??= setImmediate(() => {
      this.turn = undefined;
      if (!this.closed) this.advance();
    });
  }

  private advance(): void {
    const moved = this.release() || this.deliver();
    if (moved) {
      this.options.onChange();
      if (this.busy) this.schedule();
    } else if (this.busy) {
      this.grace ??= setTimeout(() => this.giveUpWaiting(), this.options.graceMs);
    }
  }

  private release(): boolean {
    const free = this.held.filter(({ scope }) => !this.isMissing(scope));
    this.held = this.held.filter(({ scope }) => this.isMissing(scope));
    for (const { go } of free) go();
    return free.length > 0;
  }

  private deliver(): boolean {
    const group = this.groups[0];
    if (group === undefined || !group.every((id) => this.waiting.has(id))) return false;
    this.groups.shift();
    this.tell(group);
    return true;
  }

  private tell(ids: readonly string[]): void {
    for (const id of ids) {
      const tell = this.waiting.get(id)!;
      this.waiting.delete(id);
      tell(this.past.results.get(id)!);
    }
  }

  // A branch that awaits something else must not hold up the others: what was asked for is answered out of turn.
  private giveUpWaiting(): void {
    this.grace = undefined;
    const ready = new Set(this.waiting.keys());
    if (ready.size > 0) {
      const order = this.groups.flat().filter((id) => ready.has(id));
      for (const [index, group] of this.groups.entries()) {
        this.groups[index] = group.filter((id) => !ready.has(id));
      }
      while (this.groups[0]?.length === 0) this.groups.shift();
      this.tell(order);
      this.options.onChange();
      if (this.busy) this.schedule();
      return;
    }
    const [stuck] = this.held;
    if (stuck === undefined) return;
    const ids = stuck.scope === undefined ? [...this.missing.values()][0]! : this.missing.get(stuck.scope)!;
    const [id, kind] = [...ids][0]!;
    const asked = stuck.kind === 'end' ? 'the end of the function' : describeStep(stuck.id, stuck.kind);
    this.options.onDivergence({ recorded: describeStep(id, kind), asked });
  }
}
