import { decode } from '../../core/codec.ts';
import { readStepId, shownKey, type JournalRecord } from '../../engine/journal-record.ts';
import type { RunRow } from '../../engine/store.ts';
import type { NewEvent, TargetKind } from '../../trace/events.ts';

/** The event that a record of the journal stands for; most have one, some have none. */
export function eventOfRecord(row: RunRow, record: JournalRecord): NewEvent | undefined {
  switch (record.t) {
    case 'start':
      return {
        type: 'run.started',
        target: { kind: row.kind as TargetKind, name: row.name },
        input: decode(record.input),
      };
    case 'begun':
      return record.shown && { type: 'step.started', ...placeOf(record), ...agentOf(record.about) };
    case 'done':
      return record.shown && { type: 'step.completed', ...placeOf(record), output: decode(record.value) };
    case 'failed':
      return record.shown && { type: 'step.failed', ...placeOf(record), error: record.error };
    case 'event':
      return decode(record.event) as NewEvent;
    case 'suspended':
      return { type: 'run.suspended', waitingFor: record.waits.map(({ key }) => key) };
    case 'resumed':
      return { type: 'run.resumed' };
    case 'end':
      return endOf(record);
    default:
      return undefined;
  }
}

function placeOf({ id, kind }: { id: string; kind: string }): {
  scope: string;
  stepKey: string;
  stepKind: string;
} {
  const name = readStepId(id);
  return { scope: name.scope, stepKey: shownKey(name), stepKind: kind };
}

function agentOf(about: unknown): { agentName?: string } {
  const agentName = (about as { agentName?: unknown } | undefined)?.agentName;
  return typeof agentName === 'string' ? { agentName } : {};
}

function endOf(record: JournalRecord & { t: 'end' }): NewEvent {
  switch (record.status) {
    case 'completed':
      return { type: 'run.completed', output: decode(record.output) };
    case 'failed':
      return { type: 'run.failed', error: record.error };
    case 'cancelled':
      return { type: 'run.cancelled', ...(record.reason !== undefined && { reason: record.reason }) };
  }
}

/** A name for an event that is the same whenever the same thing is told again. */
export function eventName(event: NewEvent): string {
  const about = event as Record<string, unknown>;
  const parts = [
    'callId',
    'requestId',
    'attempt',
    'policyName',
    'ruleIndex',
    'approvalId',
    'decision',
    'outcome',
  ];
  const place =
    event.type === 'log' || event.type === 'http.exchanged' ? (about['callId'] ?? event.scope) : undefined;
  return [event.type, place, ...parts.map((part) => about[part])]
    .filter((part) => part !== undefined)
    .join(' ');
}
