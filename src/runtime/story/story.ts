import { encode } from '../../core/codec.ts';
import { ownKey, readStepId, shownKey, stepId, type JournalRecord } from '../../engine/journal-record.ts';
import type { RunRow } from '../../engine/store.ts';
import type { NewEvent, TraceEvent } from '../../trace/events.ts';
import type { RunState, RunStep, ToolCall } from '../run-state.ts';
import { applyToCall, startCall } from './call-entry.ts';
import { toPlain } from './plain.ts';
import { eventOfRecord } from './record-event.ts';

/** What is known of a call beyond its entry, to judge later calls by it. */
export interface CallNote {
  call: ToolCall;
  allowed: boolean;
  atMs?: number;
}

/** A run told from its journal: its numbered events and its state. The only place where either is made. */
export class Story {
  readonly calls = new Map<string, CallNote>();
  private readonly steps = new Map<string, RunStep>();
  private readonly mocked = new Set<string>();
  private readonly counts = new Map<string, number>();
  private readonly parts: Pick<RunState, 'input' | 'output' | 'error'> = { input: undefined };
  private seq = 0;

  /** `keyOf` makes the idempotency key of a call. */
  constructor(
    private readonly row: RunRow,
    private readonly keyOf: (callId: string) => string,
  ) {}

  /** How many calls of a tool the code of a scope has asked for itself. */
  countCalls(scope: string, toolName: string): number {
    return this.counts.get(stepId({ scope, key: ownKey('call', toolName), occurrence: 0 })) ?? 0;
  }

  /** Takes the next record; gives its event, numbered, where it has one. */
  take(record: JournalRecord): TraceEvent | undefined {
    takeStep(this.steps, record);
    if (record.t === 'begun' && record.kind === 'call') this.noteBegun(record);
    this.noteOutcome(record);
    const event = eventOfRecord(this.row, record);
    if (event === undefined) return undefined;
    this.noteEvent(event);
    this.seq += 1;
    return { ...event, seq: this.seq } as TraceEvent;
  }

  /** The state as it stands; approvals are the caller's. */
  state(): Omit<RunState, 'approvals'> {
    const { runId, name, status, createdAt, updatedAt } = this.row;
    const steps = [...this.steps.values()].map((step) => ({ ...step }));
    const toolCalls = [...this.calls.values()].map(
      ({ call }) => toPlain(encode(call, { unsupported: 'mark' })) as ToolCall,
    );
    return {
      schemaVersion: 1,
      runId,
      workflowName: name,
      status,
      ...this.parts,
      steps,
      toolCalls,
      createdAt,
      updatedAt,
    };
  }

  private noteBegun({ id, inner, about }: JournalRecord & { t: 'begun' }): void {
    const place = stepId({ ...readStepId(id), occurrence: 0 });
    this.counts.set(place, (this.counts.get(place) ?? 0) + 1);
    if (inner !== undefined && isMocked(about)) this.mocked.add(inner);
  }

  private noteOutcome(record: JournalRecord): void {
    const { parts } = this;
    if (record.t === 'start') parts.input = toPlain(record.input);
    if (record.t === 'end' && record.status === 'completed') {
      const output = toPlain(record.output);
      if (output !== undefined) parts.output = output;
    }
    if ((record.t === 'end' && record.status === 'failed') || record.t === 'diverged')
      parts.error = record.error;
    if (record.t === 'resumed' || (record.t === 'end' && record.status !== 'failed')) delete parts.error;
  }

  private noteEvent(event: NewEvent): void {
    if (!('callId' in event) || typeof event.callId !== 'string') return;
    const { callId } = event;
    if (event.type === 'tool.requested') {
      const call = startCall(event, this.keyOf(callId), this.mocked.has(callId));
      this.calls.set(callId, { call, allowed: false });
      return;
    }
    const known = this.calls.get(callId);
    if (known === undefined) return;
    if (event.type === 'tool.allowed') {
      known.allowed = true;
      if (event.atMs !== undefined) known.atMs = event.atMs;
    }
    if ('toolName' in event) applyToCall(known.call, event);
  }
}

function isMocked(about: unknown): boolean {
  return (about as { mocked?: unknown } | undefined)?.mocked === true;
}

function takeStep(steps: Map<string, RunStep>, record: JournalRecord): void {
  if (record.t === 'begun' && record.shown === true) {
    const name = readStepId(record.id);
    const { agentName, stepIndex } = (record.about ?? {}) as { agentName?: string; stepIndex?: number };
    steps.set(record.id, {
      key: shownKey(name),
      scope: name.scope,
      kind: record.kind,
      status: 'running',
      ...(agentName !== undefined && { agentName }),
      ...(stepIndex !== undefined && { stepIndex }),
    });
  }
  if (record.t !== 'done' && record.t !== 'failed') return;
  const step = steps.get(record.id);
  if (step === undefined) return;
  if (record.t === 'failed') Object.assign(step, { status: 'failed', error: record.error });
  else {
    const output = toPlain(record.value);
    Object.assign(step, { status: 'completed', ...(output !== undefined && { output }) });
  }
}
