import type { RunStatus } from '../trace/trace.ts';
import type { Frame } from './frame/frame.ts';
import type { RunRow } from './store.ts';

/** The code of a run. */
export type Program = (frame: Frame, input: unknown, row: RunRow) => Promise<unknown>;

/** A run that is to be started. */
export interface NewRun {
  runId: string;
  kind: string;
  name: string;
  version?: string | undefined;
  input: unknown;
  parentId?: string;
  rootId?: string;
  /** In whose name a single call is made. */
  agentName?: string | undefined;
}

/** Tells whether a run has ended for good. */
export function isFinal(status: RunStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** Tells whether nothing inside the engine will move the run: it ended, diverged, or waits for something outside. */
export function isStuck(row: RunRow): boolean {
  if (isFinal(row.status) || row.status === 'diverged') return true;
  return waitsOutside(row);
}

/** Tells whether a run waits for something outside the engine. */
export function waitsOutside(row: RunRow): boolean {
  const waits = row.status === 'waiting' || row.status === 'awaiting_approval';
  return waits && row.waits.some((wait) => wait.outside === true);
}
