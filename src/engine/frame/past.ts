import type { Json } from '../../core/json.ts';
import type { RunStatus } from '../../trace/trace.ts';
import { readStepId, type JournalRecord } from '../journal-record.ts';
import type { RunWait } from '../store.ts';

export type ResultRecord = Extract<JournalRecord, { t: 'done' | 'failed' }>;
export type BegunRecord = Extract<JournalRecord, { t: 'begun' }>;
export type TriedRecord = Extract<JournalRecord, { t: 'tried' }>;

/** What a journal says of a run that is about to go on. */
export interface Past {
  input: Json;
  /** Results that code will ask for again, by step; parts of steps that are complete themselves are left out. */
  results: Map<string, ResultRecord>;
  /** The same results as they were committed: those of one group became known together. */
  groups: string[][];
  begun: Map<string, BegunRecord>;
  tried: Map<string, TriedRecord[]>;
  /** The kind of every step that code must ask for again, by scope; scopes whose code may change course are left out. */
  expected: Map<string, Map<string, string>>;
  eventIds: Set<string>;
  signals: Map<string, Json>;
  suspensions: number;
  resumptions: number;
  /** How the run rested last. */
  lastRest: { status: RunStatus; waits: RunWait[] } | undefined;
}

/** Reads the records of a run, one group per commit. */
export function readPast(groups: readonly JournalRecord[][]): Past {
  const past: Past = {
    input: null,
    results: new Map(),
    groups: [],
    begun: new Map(),
    tried: new Map(),
    expected: new Map(),
    eventIds: new Set(),
    signals: new Map(),
    suspensions: 0,
    resumptions: 0,
    lastRest: undefined,
  };
  for (const record of groups.flat()) take(past, record);
  const isClosed = findClosed(past);
  const isLoose = findLoose(past);
  for (const [id, result] of past.results) {
    const { scope } = readStepId(id);
    // A failure inside a call that is still open is tried again when the call's code runs again.
    if (isClosed(scope) || (result.t === 'failed' && isLoose(scope))) past.results.delete(id);
  }
  const kinds = [...past.begun, ...past.results].map(([id, { kind }]) => [id, kind] as const);
  for (const [id, kind] of kinds) {
    const { scope } = readStepId(id);
    if (isClosed(scope) || isLoose(scope)) continue;
    const inScope = past.expected.get(scope) ?? new Map<string, string>();
    past.expected.set(scope, inScope.set(id, kind));
  }
  for (const group of groups) {
    const ids = group.flatMap((record) =>
      (record.t === 'done' || record.t === 'failed') && past.results.get(record.id) === record
        ? [record.id]
        : [],
    );
    if (ids.length > 0) past.groups.push(ids);
  }
  return past;
}

function take(past: Past, record: JournalRecord): void {
  switch (record.t) {
    case 'start':
      past.input = record.input;
      break;
    case 'begun':
      past.begun.set(record.id, record);
      break;
    case 'tried':
      past.tried.set(record.id, [...(past.tried.get(record.id) ?? []), record]);
      break;
    case 'done':
    case 'failed':
      past.results.set(record.id, record);
      break;
    case 'event':
      past.eventIds.add(record.id);
      break;
    case 'signal':
      past.signals.set(record.name, record.value);
      break;
    case 'suspended':
      past.suspensions += 1;
      past.lastRest = { status: record.status, waits: record.waits };
      break;
    case 'resumed':
      past.resumptions += 1;
      break;
    default:
  }
}

/** Tells whether a scope lies inside a step that has its result already. */
function findClosed(past: Past): (scope: string) => boolean {
  const closed = new Set<string>();
  for (const { inner } of past.results.values()) if (inner !== undefined) closed.add(inner);
  return (scope) => liesIn(scope, closed);
}

function findLoose(past: Past): (scope: string) => boolean {
  const loose = new Set<string>();
  for (const { inner, loose: isLoose } of past.begun.values()) {
    if (isLoose === true && inner !== undefined) loose.add(inner);
  }
  return (scope) => liesIn(scope, loose);
}

function liesIn(scope: string, scopes: ReadonlySet<string>): boolean {
  if (scopes.size === 0) return false;
  if (scopes.has(scope)) return true;
  for (let cut = scope.indexOf('/'); cut !== -1; cut = scope.indexOf('/', cut + 1)) {
    if (scopes.has(scope.slice(0, cut))) return true;
  }
  return false;
}

/** Tells whether a scope is another one or lies inside it. */
export function isWithin(scope: string, outer: string): boolean {
  return scope === outer || scope.startsWith(`${outer}/`);
}
