import type { RunStatus } from '../../trace/trace.ts';
import type { Wait } from '../frame/activity.ts';
import type { RunWait } from '../store.ts';

/** Timers shorter than this are waited for in memory; a run that waits longer is dropped and comes back from its journal. */
const KEEP_MS = 10_000;

/** How a run that only waits is put to rest; undefined where it stays in memory, since it goes on soon by itself. */
export function restOf(
  waits: readonly Wait[],
  nowMs: number,
): { status: RunStatus; waits: RunWait[] } | undefined {
  const staysShort = (wait: Wait): boolean =>
    wait.kind === 'timer'
      ? wait.dueAt !== undefined && wait.dueAt - nowMs <= KEEP_MS
      : wait.kind === 'child' && wait.standing() === 'inside';
  if (waits.every(staysShort)) return undefined;
  const kept = waits.map(({ kind, scope, key, topic, dueAt, data, standing }) => ({
    kind,
    scope,
    key,
    ...(topic !== undefined && { topic }),
    ...(dueAt !== undefined && { dueAt }),
    ...(data !== undefined && { data }),
    ...(standing() !== 'inside' && { outside: true as const }),
  }));
  return {
    status: waits.some((wait) => wait.standing() === 'approval') ? 'awaiting_approval' : 'waiting',
    waits: kept,
  };
}
