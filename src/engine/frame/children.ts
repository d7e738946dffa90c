import { decode } from '../../core/codec.ts';
import { AppError, reviveError, type ErrorRecord } from '../../core/errors.ts';
import type { ChildResult } from '../../tool/steps.ts';
import { checkKey, scopePart } from '../journal-record.ts';
import { isFinal, waitsOutside } from '../run-life.ts';
import type { RunRow } from '../store.ts';
import { waitOn } from './wait-on.ts';
import type { WaitingPlace } from './waiting.ts';

/** A child to be run. */
export interface Child {
  kind: string;
  name: string;
  version?: string | undefined;
  input: unknown;
}

/** Runs a child and waits for its output; throws the error of a child that failed. */
export async function invokeAndWait(place: WaitingPlace, key: string, child: Child): Promise<unknown> {
  const result = await ask(place, key, 'child', [child], true);
  const [ended] = result as [ChildResult];
  if (ended.status === 'completed') return ended.output;
  throw reviveError(ended.error);
}

/** Starts a child and goes on. */
export async function invoke(place: WaitingPlace, key: string, child: Child): Promise<{ runId: string }> {
  const [started] = (await ask(place, key, 'invoke', [child], false)) as [{ runId: string }];
  return { runId: started.runId };
}

/** Runs several children at once; one that fails does not stop the others. */
export async function batchInvokeAndWait(
  place: WaitingPlace,
  key: string,
  children: readonly Child[],
): Promise<ChildResult[]> {
  return (await ask(place, key, 'children', children, true)) as ChildResult[];
}

function ask(
  place: WaitingPlace,
  key: string,
  kind: string,
  children: readonly Child[],
  waits: boolean,
): Promise<unknown> {
  checkKey(key);
  const { frame, branch, row } = place;
  let base = '';
  return frame.ask(branch, {
    key,
    kind,
    shown: true,
    inner: (occurrence) => (base = `${branch.scope}/${scopePart(key)}#${occurrence}`),
    work: ({ id }) =>
      Promise.all(
        children.map(async (child, index) => {
          const runId = children.length === 1 ? `${row.runId}/${base}` : `${row.runId}/${base}.${index}`;
          const done = frame.busy();
          try {
            await place.core.start({ ...child, runId, parentId: row.runId, rootId: row.rootId });
          } finally {
            done();
          }
          frame.point('child.started', runId);
          return waits ? await awaitChild(place, `${id} ${index}`, key, runId) : { runId };
        }),
      ),
  });
}

function awaitChild(
  { core, frame, branch }: WaitingPlace,
  id: string,
  key: string,
  runId: string,
): Promise<ChildResult> {
  let row: RunRow | undefined;
  return waitOn<ChildResult>(frame, id, {
    kind: 'child',
    scope: branch.scope,
    key,
    data: runId,
    standing: () => {
      if (row === undefined || !(waitsOutside(row) || row.status === 'diverged')) return 'inside';
      return row.status === 'awaiting_approval' ? 'approval' : 'outside';
    },
    async look() {
      row = await core.readRow(runId);
      if (!isFinal(row.status)) return undefined;
      return { value: await outcomeOf(core, row) };
    },
    onDue: () => {
      throw new Error('A child has no due time.');
    },
  });
}

async function outcomeOf(core: WaitingPlace['core'], { runId, name }: RunRow): Promise<ChildResult> {
  const last = (await core.readRecords(runId)).flat().findLast((record) => record.t === 'end');
  if (last?.t === 'end' && last.status === 'completed') {
    return { runId, status: 'completed', output: decode(last.output) };
  }
  if (last?.t === 'end' && last.status === 'failed') return { runId, status: 'failed', error: last.error };
  const message = `The child run "${runId}" of "${name}" was cancelled.`;
  return { runId, status: 'cancelled', error: recordOf(new AppError('WORKFLOW_FAILED', message)) };
}

function recordOf(error: AppError): ErrorRecord {
  return error.toJSON();
}

/** The data of a wait for a child: the child's id. */
export function childIdOf(wait: { kind: string; data?: unknown }): string | undefined {
  return wait.kind === 'child' && typeof wait.data === 'string' ? wait.data : undefined;
}
