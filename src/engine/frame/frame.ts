import type { Clock } from '../../core/clock.ts';
import { decode, encode } from '../../core/codec.ts';
import { AppError, toErrorRecord, type ErrorRecord } from '../../core/errors.ts';
import type { Ids } from '../../core/ids.ts';
import type { Json } from '../../core/json.ts';
import { countOccurrence, type Branch } from './branch.ts';
import type { Committer } from '../committer.ts';
import { refuseInside } from './inside-step.ts';
import { describeStep, stepId, type JournalRecord } from '../journal-record.ts';
import { Activity } from './activity.ts';
import type { BegunRecord, Past, TriedRecord } from './past.ts';
import { Rehearsal, type Divergence } from './rehearsal.ts';
import { createResult, readError, readValue, type StepResult } from './step-result.ts';

/** What a step does when the journal does not know its result. */
export interface StepWork {
  id: string;
  /** What the journal says of an earlier, unfinished life of the step. */
  begun: BegunRecord | undefined;
  tried: readonly TriedRecord[];
}

export interface StepRequest {
  key: string;
  kind: string;
  /** Shown to people as a step of the run. */
  shown?: boolean;
  /** The scope of what happens inside. */
  inner?: (occurrence: number) => string;
  /** What is inside is tried again by its own rules and may take another course. */
  loose?: boolean;
  /** Kept with the beginning of the step. */
  begin?: () => { dueAt?: number; about?: Json };
  work(step: StepWork): Promise<unknown>;
}

export interface FrameOptions {
  runId: string;
  past: Past;
  committer: Committer;
  clock: Clock;
  ids: Ids;
  graceMs: number;
  maxValueLength: number;
  /** Called in order with every record that is added. */
  onRecord(record: JournalRecord): void;
  onIdle(frame: Frame): void;
  onDivergence(frame: Frame, error: AppError): void;
  /** A named moment, for fault injection. */
  onPoint(point: string, detail: string): void;
}

/** One life of a run in memory: the function runs from its top, asks for steps, and is dropped when it only waits. */
export class Frame {
  readonly runId: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly past: Past;
  readonly activity: Activity;
  /** What tools and agents may write; kept with every step that ends. */
  readonly values: Record<string, unknown> = {};
  /** Events that a wait of this run has taken. */
  readonly takenEvents = new Set<string>();
  /** Set when the frame is dropped: nothing it does counts any more. */
  over = false;
  private readonly controller = new AbortController();
  private readonly rehearsal: Rehearsal;
  private readonly kinds = new Map<string, { id: string; kind: string }>();
  private readonly eventIds: Set<string>;
  private readonly eventCounts = new Map<string, number>();
  private keptValues = '{}';
  private readonly cleanups: (() => void)[] = [];

  constructor(private readonly options: FrameOptions) {
    this.runId = options.runId;
    this.clock = options.clock;
    this.ids = options.ids;
    this.past = options.past;
    this.eventIds = new Set(options.past.eventIds);
    this.activity = new Activity(
      () => this.rehearsal.busy,
      () => options.onIdle(this),
    );
    this.rehearsal = new Rehearsal(options.past, {
      graceMs: options.graceMs,
      onChange: () => this.activity.touch(),
      onDivergence: (divergence) => this.diverge(divergence),
    });
  }

  /** Aborted when the run is cancelled. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Asks for a step: answered from the journal, or done and kept. The promise stays pending once the frame is dropped. */
  ask(branch: Branch, request: StepRequest): Promise<unknown> {
    refuseInside(request.kind, request.key);
    const occurrence = countOccurrence(branch, request.key);
    const id = stepId({ scope: branch.scope, key: request.key, occurrence });
    const inner = request.inner?.(occurrence);
    return new Promise((resolve, reject) => {
      if (this.over) return;
      this.activity.touch();
      const tell = (result: StepResult): void => {
        if (this.over) return;
        this.activity.touch();
        if (result.ok) resolve(readValue(result));
        else reject(readError(result));
      };
      const clash = this.findClash(branch.scope, request, id);
      if (clash !== undefined) return this.diverge(clash);
      const kept = branch.kept?.get(id);
      if (kept !== undefined) return tell({ ok: true, value: kept });
      const recorded = this.rehearsal.recorded(id);
      if (recorded !== undefined) {
        this.rehearsal.expect(id, (result) => {
          if (result.values !== undefined) this.restoreValues(result.values);
          tell(result.t === 'done' ? { ok: true, value: result.value } : { ok: false, error: result.error });
        });
        return;
      }
      this.rehearsal.hold(id, request.kind, branch.scope, () => {
        if (!this.over) void this.carryOut(id, request, inner, branch, tell);
      });
    });
  }

  /** Adds a record; `onDurable` is called when it is on disk, unless the frame was dropped before. */
  append(record: JournalRecord, onDurable?: () => void): void {
    if (this.over) return;
    this.options.onRecord(record);
    this.options.committer.append(this.runId, JSON.stringify(record), onDurable);
  }

  /** Keeps an event once, however often the code that tells it runs. */
  event(name: string, event: unknown): void {
    const count = (this.eventCounts.get(name) ?? 0) + 1;
    this.eventCounts.set(name, count);
    const id = count === 1 ? name : `${name}~${count}`;
    if (this.eventIds.has(id)) return;
    this.eventIds.add(id);
    this.append({ t: 'event', id, event: encode(event, { unsupported: 'mark' }) });
  }

  hasEvent(name: string): boolean {
    return this.eventIds.has(name);
  }

  /** Resolves when all that was added is on disk. */
  commit(): Promise<void> {
    return this.options.committer.flush();
  }

  recordOf(thrown: unknown): ErrorRecord {
    return toErrorRecord(thrown);
  }

  point(point: string, detail: string): void {
    this.options.onPoint(point, `${this.runId} ${detail}`);
  }

  /** Says that something is under way, so that the run is not idle; the returned function ends it. */
  busy(): () => void {
    return this.activity.busy();
  }

  /** Something happened outside: every wait looks whether it is over. */
  poke(): void {
    if (this.over) return;
    for (const wait of this.activity.waits.values()) wait.check();
    this.activity.touch();
  }

  signalled(name: string): Json | undefined {
    return this.past.signals.get(name);
  }

  /** Waits until the code that returned has asked for all that the journal knows. */
  settleRehearsal(): Promise<void> {
    return new Promise((go) => this.rehearsal.hold('', 'end', undefined, go));
  }

  drop(): void {
    this.over = true;
    this.rehearsal.close();
    this.activity.stop();
    for (const cleanup of this.cleanups) cleanup();
  }

  /** Called when the frame is dropped. */
  onDrop(cleanup: () => void): void {
    this.cleanups.push(cleanup);
  }

  /** Tells whether the journal knows the result of the next ask for a key. */
  knows(branch: Branch, key: string): boolean {
    const occurrence = (branch.counts.get(key) ?? 0) + 1;
    return this.past.results.has(stepId({ scope: branch.scope, key, occurrence }));
  }

  abort(reason: unknown): void {
    this.controller.abort(reason);
  }

  diverge({ recorded, asked }: Divergence): void {
    if (this.over) return;
    const message =
      `The code of run "${this.runId}" does not fit its journal: recorded is ${recorded}, asked for was ${asked}. ` +
      'Resume it with the code that began it.';
    this.options.onDivergence(
      this,
      new AppError('NON_DETERMINISM', message, { details: { recorded, asked, runId: this.runId } }),
    );
  }

  /** The values to keep with a result, where they changed. */
  changedValues(): { values?: Json } {
    if (this.keptValues === '{}' && Object.keys(this.values).length === 0) return {};
    const values = encode(this.values, { unsupported: 'mark' });
    const text = JSON.stringify(values);
    if (text === this.keptValues) return {};
    this.keptValues = text;
    return { values };
  }

  private restoreValues(values: Json): void {
    for (const key of Object.keys(this.values)) delete this.values[key];
    Object.assign(this.values, decode(values));
    this.keptValues = JSON.stringify(values);
  }

  private findClash(scope: string, request: StepRequest, id: string): Divergence | undefined {
    const place = `${scope}\u0000${request.key}`;
    const recorded = this.past.begun.get(id) ?? this.past.results.get(id) ?? this.kinds.get(place);
    this.kinds.set(place, { id, kind: request.kind });
    if (recorded === undefined || recorded.kind === request.kind) return undefined;
    return { recorded: describeStep(recorded.id, recorded.kind), asked: describeStep(id, request.kind) };
  }

  private async carryOut(
    id: string,
    request: StepRequest,
    inner: string | undefined,
    branch: Branch,
    tell: (result: StepResult) => void,
  ): Promise<void> {
    const { kind } = request;
    const about = {
      id,
      kind,
      ...(request.shown === true && { shown: true as const }),
      ...(inner !== undefined && { inner }),
    };
    let begun = this.past.begun.get(id);
    if (begun === undefined) {
      begun = {
        t: 'begun',
        ...about,
        ...(request.loose === true && { loose: true as const }),
        ...request.begin?.(),
      };
      this.append(begun);
    }
    this.point('step.begun', id);
    const result = await createResult(
      () => request.work({ id, begun, tried: this.past.tried.get(id) ?? [] }),
      this.options.maxValueLength,
    );
    if (this.over) return;
    this.point('step.before-commit', id);
    if (result.ok) branch.kept?.set(id, result.value);
    const end = this.busy();
    const values = this.changedValues();
    const outcome: JournalRecord = result.ok
      ? { t: 'done', ...about, value: result.value, ...values }
      : { t: 'failed', ...about, error: result.error, ...values };
    this.append(outcome, () => {
      this.point('step.committed', id);
      end();
      tell(result);
    });
  }
}
