import type { Clock } from '../../core/clock.ts';
import { decode, encode } from '../../core/codec.ts';
import { AppError, toErrorRecord } from '../../core/errors.ts';
import type { Ids } from '../../core/ids.ts';
import type { Committer } from '../committer.ts';
import { childIdOf } from '../frame/children.ts';
import { Frame } from '../frame/frame.ts';
import { readPast, type Past } from '../frame/past.ts';
import type { JournalRecord } from '../journal-record.ts';
import { Listeners } from './listeners.ts';
import { restOf } from './rest.ts';
import { isFinal, isStuck, type Program } from '../run-life.ts';
import type { RunRow, Store } from '../store.ts';
import { WakeTimers } from './wake-timers.ts';

export interface CoreOptions {
  store: Store;
  clock?: Clock | undefined;
  ids?: Ids | undefined;
  /** How long, in milliseconds, a recovering run waits for branches that await what is no step. @default 1000 */
  graceMs?: number | undefined;
  /** The longest value of a step, in characters of JSON. @default 4 million */
  maxValueLength?: number | undefined;
  /** The code of a run; undefined where this engine does not know it. */
  findProgram(row: RunRow): Program | undefined;
  /** A run came into memory with these records. */
  onLoad?(row: RunRow, records: readonly JournalRecord[]): void;
  /** A record was added to a run. */
  onRecord?(row: RunRow, record: JournalRecord): void;
  /** A run left memory: it ended, or it only waits. */
  onLeave?(row: RunRow): void;
  /** A run is taken back to where it rested: what was decided since is open again. */
  onRefuse?(row: RunRow): void;
  /** A named moment, for fault injection. */
  onPoint?(point: string, detail: string): void;
}

export interface Live {
  row: RunRow;
  frame: Frame;
}

/** The runs that are in memory: it brings them in, drops those that only wait, ends those that are done. */
export class Residents {
  readonly listeners = new Listeners();
  readonly timers: WakeTimers;
  private readonly lives = new Map<string, Live>();
  private readonly launching = new Map<string, Promise<void>>();
  private closed = false;

  constructor(
    private readonly options: CoreOptions,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly committer: Committer,
  ) {
    this.timers = new WakeTimers(clock, (runId) => this.wake(runId));
  }

  get(runId: string): Live | undefined {
    return this.lives.get(runId);
  }

  all(): Live[] {
    return [...this.lives.values()];
  }

  /** Brings a run back into memory, or pokes it where it is there. */
  wake(runId: string): void {
    if (this.closed) return;
    const live = this.lives.get(runId);
    if (live !== undefined) return live.frame.poke();
    if (this.launching.has(runId)) return;
    const launched = this.launch(runId).catch((thrown: unknown) => this.listeners.settle(runId, { thrown }));
    this.launching.set(
      runId,
      launched.finally(() => this.launching.delete(runId)),
    );
  }

  isAwake(runId: string): boolean {
    return this.lives.has(runId) || this.launching.has(runId);
  }

  private async launch(runId: string): Promise<void> {
    const groups = await this.readRecords(runId);
    const row = await this.options.store.readRun(runId);
    if (row === undefined) throw new AppError('RUN_NOT_FOUND', `There is no run "${runId}".`);
    if (isFinal(row.status) || this.closed) return this.listeners.settle(runId, { row });
    this.timers.clear(runId);
    this.enter(row, groups);
  }

  enter(row: RunRow, groups: JournalRecord[][]): void {
    const program = this.options.findProgram(row);
    if (program === undefined) {
      const message = `The ${row.kind} "${row.name}" of run "${row.runId}" is not known to this engine: give it to createEngine.`;
      return this.listeners.settle(row.runId, { thrown: new AppError('STATE_MISMATCH', message) });
    }
    this.options.onLoad?.(row, groups.flat());
    const past = readPast(groups);
    const frame = this.createFrame(row, past);
    this.lives.set(row.runId, { row, frame });
    if (past.suspensions > past.resumptions) frame.append({ t: 'resumed' });
    this.saveStatus(row, 'running', []);
    const running = Promise.resolve().then(() => program(frame, decode(past.input), row));
    running.then(
      (output) => this.finish(frame, row, () => ({ t: 'end', status: 'completed', output: encode(output) })),
      (thrown: unknown) =>
        this.finish(frame, row, () => ({ t: 'end', status: 'failed', error: toErrorRecord(thrown) })),
    );
  }

  private createFrame(row: RunRow, past: Past): Frame {
    return new Frame({
      runId: row.runId,
      past,
      committer: this.committer,
      clock: this.clock,
      ids: this.ids,
      graceMs: this.options.graceMs ?? 1_000,
      maxValueLength: this.options.maxValueLength ?? 4_000_000,
      onRecord: (record) => this.options.onRecord?.(row, record),
      onIdle: (frame) => this.rest(frame, row),
      onDivergence: (frame, error) => this.diverge(frame, row, error),
      onPoint: (point, detail) => this.options.onPoint?.(point, detail),
    });
  }

  private async finish(
    frame: Frame,
    row: RunRow,
    outcome: () => JournalRecord & { t: 'end' },
  ): Promise<void> {
    if (frame.over) return;
    await frame.settleRehearsal();
    if (frame.over) return;
    try {
      this.end(row, outcome());
    } catch (thrown) {
      this.end(row, { t: 'end', status: 'failed', error: toErrorRecord(thrown) });
    }
  }

  end(row: RunRow, record: JournalRecord & { t: 'end' }): void {
    const { runId, parentId } = row;
    const frame = this.lives.get(runId)?.frame;
    this.options.onPoint?.('end.before-commit', runId);
    this.addRecord(row, record);
    this.saveStatus(row, record.status, []);
    this.leave(row);
    if (record.status === 'cancelled') frame?.abort(new Error('The run was cancelled.'));
    this.timers.clear(runId);
    void this.afterCommit(() => {
      this.options.onPoint?.('end.committed', runId);
      this.listeners.settle(runId, { row });
      if (parentId !== undefined) void this.wakeParent(parentId, runId);
    });
  }

  private async wakeParent(parentId: string, childId: string): Promise<void> {
    const awake = this.isAwake(parentId);
    const parent = awake ? undefined : await this.options.store.readRun(parentId);
    if (awake || parent?.waits.some((wait) => childIdOf(wait) === childId) === true) this.wake(parentId);
  }

  /** A frame only waits: it stays in memory for short waits, and is dropped for others. */
  private rest(frame: Frame, row: RunRow): void {
    const rest = restOf([...frame.activity.waits.values()], this.clock.now());
    if (rest === undefined) return;
    frame.append({ t: 'suspended', ...rest });
    this.saveStatus(row, rest.status, rest.waits);
    this.leave(row);
    this.timers.set(row);
    void this.afterCommit(() => {
      this.options.onPoint?.('suspended.committed', row.runId);
      if (isStuck(row)) this.listeners.settle(row.runId, { row });
      // The parent rests where all its children do.
      if (row.parentId !== undefined) this.lives.get(row.parentId)?.frame.poke();
    });
  }

  /** Takes a run back to where it rested, since it cannot go on so; who resumes it hears why. */
  refuse(frame: Frame, row: RunRow, error: AppError): void {
    if (frame.over) return;
    const { status, waits } = frame.past.lastRest ?? { status: 'waiting' as const, waits: [] };
    this.options.onRefuse?.(row);
    frame.append({ t: 'suspended', status, waits });
    this.saveStatus(row, status, waits);
    this.leave(row);
    this.timers.set(row);
    void this.afterCommit(() => this.listeners.settle(row.runId, { thrown: error }));
  }

  private diverge(frame: Frame, row: RunRow, error: AppError): void {
    if (frame.past.lastRest?.status === 'awaiting_approval' && frame.past.signals.size > 0) {
      const { message, details } = error;
      return this.refuse(frame, row, new AppError('STATE_MISMATCH', message, { details: { ...details } }));
    }
    frame.append({ t: 'diverged', error: toErrorRecord(error) });
    this.saveStatus(row, 'diverged', row.waits);
    this.leave(row);
    void this.afterCommit(() => this.listeners.settle(row.runId, { row }));
  }

  // Where the store fails, all who wait hear of it elsewhere.
  private async afterCommit(act: () => void): Promise<void> {
    try {
      await this.committer.flush();
    } catch {
      return;
    }
    act();
  }

  /** Drops the frame of a run that is in memory. */
  private leave(row: RunRow): void {
    const live = this.lives.get(row.runId);
    live?.frame.drop();
    this.lives.delete(row.runId);
    this.options.onLeave?.(row);
  }

  addRecord(row: RunRow, record: JournalRecord): void {
    const live = this.lives.get(row.runId);
    if (live !== undefined) return live.frame.append(record);
    this.options.onRecord?.(row, record);
    this.committer.append(row.runId, JSON.stringify(record));
  }

  private saveStatus(row: RunRow, status: RunRow['status'], waits: RunRow['waits']): void {
    Object.assign(row, { status, waits, updatedAt: this.clock.now() });
    this.committer.saveRow({ ...row });
  }

  // Written together with what wakes the run, so that after a crash the run is known to be due.
  markPending(row: RunRow): void {
    if (this.lives.has(row.runId) || isFinal(row.status)) return;
    this.committer.saveRow({ ...row, status: 'pending', updatedAt: this.clock.now() });
  }

  /** Nothing runs any more. */
  close(): void {
    this.closed = true;
    this.timers.clearAll();
    for (const { frame } of this.lives.values()) frame.drop();
    this.lives.clear();
  }

  async readRecords(runId: string): Promise<JournalRecord[][]> {
    await this.committer.flush();
    const texts = await this.options.store.readJournal(runId);
    return texts.map((text) => JSON.parse(text) as JournalRecord[]);
  }
}
