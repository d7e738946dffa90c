import { canonicalJson } from '../core/canonical.ts';
import { renumberCalls } from './renumber-calls.ts';
import type { ToolRequestedEvent, TraceEvent } from './events.ts';

type InputOf = (event: ToolRequestedEvent) => unknown;

/** Something that stands in one piece in a recording: a call, a step, a branch of the run, or a single event. */
interface Unit {
  /** First and last place in the order in which the events happened. */
  start: number;
  end: number;
  /** Where the unit stands among others that overlap it in time; asked for only then. */
  key(): string;
  events: TraceEvent[];
}

/**
 * Puts the events of a run in the order in which a recording keeps them: grouped by call, step and branch; a batch keeps
 * its order; what overlaps in time inside one scope is sorted by tool and canonical input, so that chance leaves no
 * trace. `seq` is given anew; attempts that settled late are dropped.
 */
export function logicalOrder(events: readonly TraceEvent[]): TraceEvent[] {
  return numberEvents(sortLogically(events));
}

/** Numbers events from 1 in the order in which they stand. */
export function numberEvents(events: readonly TraceEvent[]): TraceEvent[] {
  return events.map((event, index) => ({ ...event, seq: index + 1 }));
}

/** As `logicalOrder`, with the numbers left as they are; `inputOf` says as what the input of a call is sorted. */
export function sortLogically(
  events: readonly TraceEvent[],
  inputOf: InputOf = (event) => event.input,
): readonly TraceEvent[] {
  const kept = events.filter((event) => event.type !== 'tool.attempt_late');
  const scopeOfCall = new Map<string, string>();
  for (const event of kept) {
    if (event.type === 'tool.requested') scopeOfCall.set(event.callId, event.scope ?? '');
  }
  const root = newBranch();
  for (const [index, event] of kept.entries()) {
    place(branchOf(root, scopeOf(event, scopeOfCall)), event, index, inputOf);
  }
  return renumberCalls(flatten(root));
}

/** A scope of the run while its events are sorted into units. */
interface Branch {
  branches: Map<string, Branch>;
  calls: Map<string, Unit & { batch: string | undefined; index: number }>;
  openSteps: Map<string, Unit>;
  units: Unit[];
}

function newBranch(): Branch {
  return { branches: new Map(), calls: new Map(), openSteps: new Map(), units: [] };
}

function scopeOf(event: TraceEvent, scopeOfCall: ReadonlyMap<string, string>): string {
  const callId = 'callId' in event ? event.callId : undefined;
  return (callId === undefined ? undefined : scopeOfCall.get(callId)) ?? event.scope ?? '';
}

function branchOf(root: Branch, scope: string): Branch {
  let branch = root;
  if (scope === '') return branch;
  for (const part of scope.split('/')) {
    const next = branch.branches.get(part) ?? newBranch();
    branch.branches.set(part, next);
    branch = next;
  }
  return branch;
}

function place(branch: Branch, event: TraceEvent, index: number, inputOf: InputOf): void {
  if ('callId' in event && event.callId !== undefined) {
    const call = branch.calls.get(event.callId);
    if (call !== undefined) extend(call, event, index);
    else branch.calls.set(event.callId, startCall(event, index, inputOf));
    return;
  }
  if (event.type === 'step.completed' || event.type === 'step.failed') {
    const step = branch.openSteps.get(event.stepKey);
    branch.openSteps.delete(event.stepKey);
    if (step !== undefined) return extend(step, event, index);
  }
  const unit = { start: index, end: index, key: () => keyOfEvent(event), events: [event] };
  branch.units.push(unit);
  if (event.type === 'step.started') branch.openSteps.set(event.stepKey, unit);
}

function extend(unit: Unit, event: TraceEvent, index: number): void {
  unit.events.push(event);
  unit.end = index;
}

function startCall(
  event: TraceEvent,
  index: number,
  inputOf: InputOf,
): Unit & { batch: string | undefined; index: number } {
  const requested = event.type === 'tool.requested' ? event : undefined;
  return {
    start: index,
    end: index,
    key: () =>
      requested === undefined ? '3' : `3 ${requested.toolName} ${canonicalJson(inputOf(requested))}`,
    events: [event],
    batch: requested?.batch?.id,
    index: requested?.batch?.index ?? 0,
  };
}

function keyOfEvent(event: TraceEvent): string {
  if (event.type.startsWith('step.')) return `1 ${(event as { stepKey: string }).stepKey}`;
  if (event.type.startsWith('run.')) return '9';
  return `2 ${event.type}`;
}

function flatten(branch: Branch): TraceEvent[] {
  const units = [...branch.units, ...batchUnits(branch)];
  const places = new Map<Branch, { start: number; end: number }>();
  for (const [name, child] of branch.branches) {
    const { start, end } = spanOf(child, places);
    units.push({ start, end, key: () => `4 ${name}`, events: flatten(child) });
  }
  return sortUnits(units).flatMap((unit) => unit.events);
}

function spanOf(
  branch: Branch,
  known: Map<Branch, { start: number; end: number }>,
): { start: number; end: number } {
  const before = known.get(branch);
  if (before !== undefined) return before;
  const parts = [
    ...branch.units,
    ...branch.calls.values(),
    ...[...branch.branches.values()].map((child) => spanOf(child, known)),
  ];
  const span = parts.reduce(
    (all, part) => ({ start: Math.min(all.start, part.start), end: Math.max(all.end, part.end) }),
    { start: Infinity, end: -Infinity },
  );
  known.set(branch, span);
  return span;
}

// The calls of one batch stand together, in the order in which they were asked for.
function batchUnits(branch: Branch): Unit[] {
  const batches = new Map<string, (Unit & { index: number })[]>();
  const single: Unit[] = [];
  for (const call of branch.calls.values()) {
    if (call.batch === undefined) single.push(call);
    else batches.set(call.batch, [...(batches.get(call.batch) ?? []), call]);
  }
  const joined = [...batches.values()].map((calls): Unit => {
    const inOrder = calls.sort((left, right) => left.index - right.index);
    return {
      start: Math.min(...inOrder.map((call) => call.start)),
      end: Math.max(...inOrder.map((call) => call.end)),
      key: inOrder[0]!.key,
      events: inOrder.flatMap((call) => call.events),
    };
  });
  return [...single, ...joined];
}

// What ended before something else began comes before it; among the rest the smallest key comes first.
function sortUnits(units: Unit[]): Unit[] {
  const waiting = units.sort((left, right) => left.start - right.start);
  const sorted: Unit[] = [];
  let ready: Unit[] = [];
  let next = 0;
  while (sorted.length < waiting.length) {
    if (ready.length === 0) ready.push(waiting[next++]!);
    let limit = Math.min(...ready.map((unit) => unit.end));
    for (; next < waiting.length && waiting[next]!.start < limit; next += 1) {
      ready.push(waiting[next]!);
      limit = Math.min(limit, waiting[next]!.end);
    }
    const first = ready.reduce((least, unit) => (comesFirst(unit, least) ? unit : least));
    sorted.push(first);
    ready = ready.filter((unit) => unit !== first);
  }
  return sorted;
}

function comesFirst(unit: Unit, other: Unit): boolean {
  if (unit === other) return false;
  const [key, otherKey] = [unit.key(), other.key()];
  if (key !== otherKey) return key < otherKey;
  return outcomeOf(unit) < outcomeOf(other);
}

function outcomeOf(unit: Unit): string {
  const { seq: _seq, ...last } = unit.events.at(-1)!;
  return canonicalJson('callId' in last ? { ...last, callId: '' } : last);
}
