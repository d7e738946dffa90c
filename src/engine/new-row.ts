import type { Json } from '../core/json.ts';
import { AppError } from '../core/errors.ts';
import type { JournalRecord } from './journal-record.ts';
import type { NewRun } from './run-life.ts';
import type { RunRow } from './store.ts';

/** The row of a run that starts now. */
export function createRow(run: NewRun, now: number, eventsFrom: number): RunRow {
  const { runId, kind, name, version, parentId, rootId = runId, agentName } = run;
  return {
    runId,
    kind,
    name,
    status: 'running',
    rootId,
    createdAt: now,
    updatedAt: now,
    waits: [],
    eventsFrom,
    ...(version !== undefined && { version }),
    ...(parentId !== undefined && { parentId }),
    ...(agentName !== undefined && { agentName }),
  };
}

/** An id names one run for ever. @throws AppError STATE_MISMATCH where the known run is another one */
export function checkSameRun(row: RunRow, run: NewRun, input: Json, first: JournalRecord | undefined): void {
  const sameInput = first?.t === 'start' && JSON.stringify(first.input) === JSON.stringify(input);
  if (row.name === run.name && row.kind === run.kind && sameInput) return;
  const what = row.name === run.name ? 'with another input' : `of ${row.kind} "${row.name}"`;
  throw new AppError(
    'STATE_MISMATCH',
    `The id "${row.runId}" belongs to a run ${what}: give the new run its own id.`,
  );
}
