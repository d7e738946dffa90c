import { systemClock, type Clock } from '../core/clock.ts';
import { encode } from '../core/codec.ts';
import { AppError } from '../core/errors.ts';
import { systemIds, type Ids } from '../core/ids.ts';
import type { Json } from '../core/json.ts';
import { createCommitter, type Committer } from './committer.ts';
import { childIdOf } from './frame/children.ts';
import type { Frame } from './frame/frame.ts';
import type { JournalRecord } from './journal-record.ts';
import { checkSameRun, createRow } from './new-row.ts';
import { Residents, type CoreOptions } from './residents/residents.ts';
import { isFinal, isStuck, type NewRun } from './run-life.ts';
import type { RunRow, Store, StoredEvent, StoredItem } from './store.ts';

/** The durable core: it starts runs, keeps what they do, drops those that only wait and brings them back. */
export class Core {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly committer: Committer;
  private readonly starting = new Map<string, Promise<RunRow>>();
  private readonly residents: Residents;
  private broken: { thrown: unknown } | undefined;
  private closed = false;

  constructor(private readonly options: CoreOptions) {
    this.clock = options.clock ?? systemClock;
    this.ids = options.ids ?? systemIds;
    this.committer = createCommitter(options.store, (thrown) => this.fail(thrown));
    this.residents = new Residents(options, this.clock, this.ids, this.committer);
  }

  get store(): Store {
    return this.options.store;
  }

  /** Starts a run. The same id with the same target and input is the same run. @throws AppError STATE_MISMATCH otherwise */
  start(run: NewRun): Promise<RunRow> {
    this.refuseWhenClosed();
    const before = this.starting.get(run.runId) ?? Promise.resolve(undefined);
    const started = before.catch(() => undefined).then(() => this.begin(run));
    this.starting.set(run.runId, started);
    const forget = (): void => {
      if (this.starting.get(run.runId) === started) this.starting.delete(run.runId);
    };
    started.then(forget, forget);
    return started;
  }

  /** Brings a resting parent back, since a child of it goes on. */
  async wakeAncestors(row: RunRow): Promise<void> {
    for (let { parentId } = row; parentId !== undefined;) {
      const parent = await this.readRow(parentId);
      if (isFinal(parent.status)) return;
      this.wake(parentId);
      ({ parentId } = parent);
    }
  }

  /** Resolves when a run has ended, has diverged, or waits for something outside. */
  async settled(runId: string): Promise<RunRow> {
    if (!this.residents.isAwake(runId)) {
      const row = await this.readRow(runId);
      if (!this.residents.isAwake(runId) && isStuck(row)) return row;
    }
    if (this.broken !== undefined) throw this.broken.thrown;
    return this.residents.listeners.wait(runId);
  }

  /** Puts something from outside into a run's journal, durably, and wakes the run unless told otherwise. */
  async signal(
    row: RunRow,
    name: string,
    value: Json,
    options: { wake: boolean; items?: StoredItem[] },
  ): Promise<void> {
    this.refuseWhenClosed();
    const { runId } = row;
    this.residents.addRecord(row, { t: 'signal', name, value });
    this.residents.get(runId)?.frame.past.signals.set(name, value);
    for (const item of options.items ?? []) this.committer.saveItem(item);
    if (options.wake) this.residents.markPending(row);
    await this.committer.flush();
    this.options.onPoint?.('signal.committed', name);
    if (options.wake) this.wake(runId);
  }

  /** Sends an event to a topic: kept, and taken by the runs that wait for it. */
  async sendEvent(event: Omit<StoredEvent, 'number' | 'sentAt'>): Promise<void> {
    this.refuseWhenClosed();
    const { topic, toRunId, fromRunId } = event;
    this.committer.saveEvent({ ...event, sentAt: this.clock.now() });
    const asleep = await this.store.readRuns({ statuses: ['waiting', 'awaiting_approval'], topic });
    const meant = asleep.filter(
      (row) => row.runId !== fromRunId && (toRunId === undefined || row.runId === toRunId),
    );
    for (const row of meant) this.residents.markPending(row);
    await this.committer.flush();
    this.options.onPoint?.('event.committed', event.eventId);
    for (const { frame } of this.residents.all()) frame.poke();
    for (const row of meant) this.wake(row.runId);
  }

  /** Ends a run and its children. What is under way is told by its signal and counts no more. */
  async cancel(runId: string, reason?: string): Promise<void> {
    this.refuseWhenClosed();
    const row = await this.readRow(runId);
    if (!isFinal(row.status))
      this.residents.end(row, { t: 'end', status: 'cancelled', ...(reason !== undefined && { reason }) });
    await this.committer.flush();
    this.options.onPoint?.('cancel.committed', runId);
    for (const child of await this.store.readRuns({ parentId: runId })) {
      if (!isFinal(child.status)) await this.cancel(child.runId, reason);
    }
  }

  /** Takes up what an earlier process left: interrupted runs go on, timers are set. Gives the ids of those that go on. */
  async recover(): Promise<string[]> {
    this.refuseWhenClosed();
    const rows = await this.store.readRuns({
      statuses: ['pending', 'running', 'waiting', 'awaiting_approval'],
    });
    const open = new Set(rows.map(({ runId }) => runId));
    const interrupted: string[] = [];
    for (const row of rows) {
      if (this.residents.isAwake(row.runId)) continue;
      if (row.status === 'pending' || row.status === 'running') {
        if (this.options.findProgram(row) === undefined) continue;
        interrupted.push(row.runId);
        this.options.onPoint?.('recovery.run', row.runId);
        this.wake(row.runId);
      } else if (row.waits.map(childIdOf).some((child) => child !== undefined && !open.has(child))) {
        this.wake(row.runId);
      } else this.residents.timers.set(row);
    }
    return interrupted;
  }

  async readRow(runId: string): Promise<RunRow> {
    const live = this.residents.get(runId);
    if (live !== undefined) return live.row;
    await this.committer.flush();
    const row = await this.store.readRun(runId);
    if (row !== undefined) return this.residents.get(runId)?.row ?? row;
    throw new AppError('RUN_NOT_FOUND', `There is no run "${runId}".`);
  }

  readRecords(runId: string): Promise<JournalRecord[][]> {
    return this.residents.readRecords(runId);
  }

  /** Brings a run back into memory, or pokes it where it is there. */
  wake(runId: string): void {
    this.residents.wake(runId);
  }

  /** Takes a run back to where it rested, since it cannot go on so; who resumes it hears why. */
  refuse(frame: Frame, row: RunRow, error: AppError): void {
    this.residents.refuse(frame, row, error);
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.residents.close();
    await this.committer.flush().catch(() => undefined);
    const error = new AppError('STORE_UNAVAILABLE', 'The engine was closed while the run was under way.');
    this.residents.listeners.rejectAll(error);
    await this.store.close();
  }

  private async begin(run: NewRun): Promise<RunRow> {
    await this.committer.flush();
    const known = this.residents.get(run.runId)?.row ?? (await this.store.readRun(run.runId));
    const input = encode(run.input);
    if (known !== undefined) return this.compare(known, run, input);
    const { runId } = run;
    const row = createRow(run, this.clock.now(), await this.store.lastEvent());
    const start: JournalRecord = { t: 'start', input };
    this.options.onPoint?.('start.before-commit', runId);
    this.committer.saveRow({ ...row });
    this.committer.append(runId, JSON.stringify(start));
    await this.committer.flush();
    this.options.onPoint?.('start.committed', runId);
    this.residents.enter(row, [[start]]);
    return row;
  }

  private async compare(row: RunRow, run: NewRun, input: Json): Promise<RunRow> {
    const [first] = (await this.readRecords(row.runId)).flat();
    checkSameRun(row, run, input, first);
    if (!isStuck(row)) this.wake(row.runId);
    return row;
  }

  private fail(thrown: unknown): void {
    const message = `The store failed, so nothing more is written: ${thrown instanceof Error ? thrown.message : String(thrown)}.`;
    const error = AppError.is(thrown)
      ? thrown
      : new AppError('STORE_UNAVAILABLE', message, { cause: thrown });
    this.broken = { thrown: error };
    this.residents.close();
    this.residents.listeners.rejectAll(error);
  }

  private refuseWhenClosed(): void {
    if (this.broken !== undefined) throw this.broken.thrown;
    if (this.closed) throw new AppError('STORE_UNAVAILABLE', 'The engine is closed.');
  }
}
