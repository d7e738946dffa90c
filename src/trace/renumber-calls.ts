import { isPlainObject, setOwn } from '../core/json.ts';
import type { TraceEvent } from './events.ts';

/**
 * Gives the calls of each scope and tool their occurrence numbers in the order in which they stand. Calls that were asked
 * for at once get their numbers by chance while the run goes; a recording must not keep that chance.
 */
export function renumberCalls(events: readonly TraceEvent[]): readonly TraceEvent[] {
  const groups = new Map<string, { numbers: number[]; approvals: (string | undefined)[]; ids: string[] }>();
  const approvalOf = new Map<string, string>();
  for (const event of events) {
    if (event.type === 'approval.requested') approvalOf.set(event.callId, event.approvalId);
  }
  for (const event of events) {
    if (event.type !== 'tool.requested') continue;
    const match = /^(.*)#(\d+)$/s.exec(event.callId);
    if (match === null) continue;
    const group = groups.get(match[1]!) ?? { numbers: [], approvals: [], ids: [] };
    groups.set(match[1]!, group);
    group.numbers.push(Number(match[2]));
    group.ids.push(event.callId);
    group.approvals.push(approvalOf.get(event.callId));
  }
  const renamed = new Map<string, string>();
  for (const [prefix, group] of groups) {
    const sorted = [...group.numbers].sort((left, right) => left - right);
    for (const [index, number] of group.numbers.entries()) {
      if (number !== sorted[index]) renamed.set(group.ids[index]!, `${prefix}#${sorted[index]}`);
    }
  }
  if (renamed.size === 0) return events;
  for (const [callId, approvalId] of approvalOf) {
    const newId = renamed.get(callId);
    if (newId !== undefined && approvalId.includes(callId)) {
      renamed.set(
        approvalId,
        approvalId.replace(callId, () => newId),
      );
    }
  }
  return events.map((event) => renameIn(event, renamed) as TraceEvent);
}

const idFields = new Set(['callId', 'approvalId', 'waitingFor', 'scope']);

// Only fields of our own that hold ids, and only one level into errors: payloads are left alone.
function renameIn(event: object, renamed: ReadonlyMap<string, string>): object {
  const copy = {};
  for (const [key, value] of Object.entries(event)) {
    if (idFields.has(key)) setOwn(copy, key, renameValue(value, renamed));
    else if (key === 'error' && isPlainObject(value)) setOwn(copy, key, renameIn(value, renamed));
    else setOwn(copy, key, value);
  }
  return copy;
}

function renameValue(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return renamed.get(value) ?? value;
  return Array.isArray(value) ? value.map((item) => renameValue(item, renamed)) : value;
}
