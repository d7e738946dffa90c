import { encode } from '../core/codec.ts';
import { AppError } from '../core/errors.ts';
import { systemIds } from '../core/ids.ts';
import { Core } from '../engine/core.ts';
import { checkKey } from '../engine/journal-record.ts';
import { memoryStore } from '../engine/memory-store.ts';
import { isFinal } from '../engine/run-life.ts';
import type { RunRow, Store } from '../engine/store.ts';
import { toRemote } from './owner/remote-engine.ts';
import { serveOwner } from './owner/serve-owner.ts';
import { checkDeclaration } from '../tool/check-declaration.ts';
import type { Engine, EngineOptions, RunListFilter, RunOptions, RunSummary, RunTarget } from './engine.ts';
import type { Decisions, RunState } from './run-state.ts';
import { createApprovals, type ApprovalOffice } from './approvals/approval-office.ts';
import { engineOptions } from './session/engine-options.ts';
import { Lives } from './session/lives.ts';
import { createTargets, type Targets } from './session/targets.ts';

/**
 * Makes an engine. Without a store it keeps its runs in memory.
 * @throws AppError CONFIG_INVALID when an option is wrong or two workflows, agents or tools share a name
 */
export function createEngine(options: EngineOptions = {}): Engine {
  checkDeclaration(engineOptions, options, 'Engine');
  const parts = createParts(options);
  const { core, lives, approvals, opened } = parts;
  const settle = async (runId: string): Promise<RunState> => lives.stateOf(await core.settled(runId));
  const cancel = (runId: string, reason?: string): Promise<RunState> => cancelRun(parts, runId, reason);
  const engine: Engine = {
    async run(target, input, runOptions = {}) {
      const { runId } = await begin(parts, target as RunTarget<never>, input, runOptions);
      return settle(runId);
    },
    async start(target, input, runOptions = {}) {
      const { runId } = await begin(parts, target as RunTarget<never>, input, runOptions);
      return { runId, result: () => settle(runId), cancel: (reason) => cancel(runId, reason) };
    },
    resumeRun: (runId, resumeOptions = {}) => resumeRun(parts, runId, resumeOptions),
    async getRun(runId) {
      await opened();
      return lives.stateOf(await core.readRow(runId));
    },
    listRuns: (filter = {}) => listRuns(parts, filter),
    cancelRun: cancel,
    approvals: approvals.desk,
    async sendEvent({ topic, data, runId, eventId = systemIds.uuid() }) {
      await opened();
      checkKey(topic);
      const to = runId === undefined ? {} : { toRunId: (await core.readRow(runId)).runId };
      await core.sendEvent({ eventId, topic, data: encode(data), ...to });
    },
    async recover() {
      await opened();
      return core.recover();
    },
    prune: (filter) => prune(parts, filter),
    async close() {
      parts.stopServing();
      await core.close();
    },
  };
  parts.serve = () => serveStore(parts, engine);
  return Object.freeze(engine);
}

interface Parts {
  core: Core;
  targets: Targets;
  lives: Lives;
  approvals: ApprovalOffice;
  /** Opens the store on first use. */
  opened(): Promise<void>;
  /** Answers other processes while the store is open here. */
  serve(): Promise<void>;
  stopServing(): void;
}

function createParts(options: EngineOptions): Parts {
  const { clock, ids, store = memoryStore(), graceMs, maxValueLength, onPoint } = options;
  const targets = createTargets(options);
  const lives: Lives = new Lives({ options, targets, core: () => core });
  const core: Core = new Core({
    store,
    clock,
    ids,
    graceMs,
    maxValueLength,
    ...lives.coreOptions,
    ...(onPoint !== undefined && { onPoint: quietly(onPoint) }),
  });
  let opening: Promise<void> | undefined;
  const opened = (): Promise<void> => (opening ??= open(core, lives).then(() => parts.serve()));
  const parts: Parts = {
    core,
    targets,
    lives,
    approvals: createApprovals(core, opened),
    opened,
    serve: async () => undefined,
    stopServing: () => undefined,
  };
  return parts;
}

async function serveStore(parts: Parts, engine: Engine): Promise<void> {
  const { file } = parts.core.store as Store & { file?: unknown };
  if (typeof file === 'string') parts.stopServing = await serveOwner(file, toRemote(engine), Date.now());
}

/** Forgets families of runs that ended long ago; a family is kept while one of it goes on. */
async function prune({ core, opened }: Parts, { olderThanMs }: { olderThanMs: number }): Promise<string[]> {
  await opened();
  await core.committer.flush();
  const rows = await core.store.readRuns({});
  const limit = core.clock.now() - olderThanMs;
  const kept = new Set(
    rows.filter(({ status, updatedAt }) => !isFinal(status) || updatedAt > limit).map(({ rootId }) => rootId),
  );
  const gone = rows.filter(({ rootId }) => !kept.has(rootId)).map(({ runId }) => runId);
  await core.store.remove(gone);
  return gone;
}

async function begin(
  { core, targets, opened }: Parts,
  target: RunTarget<never>,
  input: unknown,
  { runId = systemIds.uuid(), agentName }: RunOptions,
): Promise<RunRow> {
  await opened();
  const known = targets.learn(target);
  checkRunId(runId);
  return core.start({ ...known, runId, input, agentName });
}

async function resumeRun(
  { core, targets, lives, approvals, opened }: Parts,
  runId: string,
  { decisions = {}, target }: { decisions?: Decisions; target?: RunTarget<never> },
): Promise<RunState> {
  await opened();
  if (target !== undefined) targets.learn(target);
  const row = await core.readRow(runId);
  if (isFinal(row.status)) throw notResumable(row, 'resumed');
  await approvals.decideAll(decisions);
  const now = await core.readRow(runId);
  const rests = now.status === 'waiting' || now.status === 'awaiting_approval';
  if (!rests && !isFinal(now.status)) core.wake(runId);
  return lives.stateOf(await core.settled(runId));
}

async function cancelRun({ core, lives, opened }: Parts, runId: string, reason?: string): Promise<RunState> {
  await opened();
  const row = await core.readRow(runId);
  if (isFinal(row.status) && row.status !== 'cancelled') throw notResumable(row, 'cancelled');
  await core.cancel(runId, reason);
  return lives.stateOf(await core.readRow(runId));
}

async function listRuns(
  { core, opened }: Parts,
  { status, name, limit }: RunListFilter,
): Promise<RunSummary[]> {
  await opened();
  await core.committer.flush();
  const rows = await core.store.readRuns({
    ...(status !== undefined && { statuses: [status] }),
    ...(name !== undefined && { name }),
    ...(limit !== undefined && { limit }),
  });
  return rows.map(toSummary);
}

async function open(core: Core, lives: Lives): Promise<void> {
  await core.store.open();
  lives.setSecret(await core.store.secret());
}

function notResumable(row: RunRow, what: string): AppError {
  return new AppError(
    'RUN_NOT_RESUMABLE',
    `The run "${row.runId}" is ${row.status}, so it cannot be ${what}.`,
    {
      details: { runId: row.runId, status: row.status },
    },
  );
}

function checkRunId(runId: unknown): void {
  if (typeof runId === 'string' && runId !== '' && runId.length <= 500 && !/\p{Cc}/u.test(runId)) return;
  throw new AppError(
    'CONFIG_INVALID',
    'A runId must be a text of 1 to 500 characters without control characters.',
  );
}

function toSummary({ runId, kind, name, status, parentId, createdAt, updatedAt }: RunRow): RunSummary {
  return { runId, kind, name, status, ...(parentId !== undefined && { parentId }), createdAt, updatedAt };
}

function quietly(onPoint: (point: string, detail: string) => void): (point: string, detail: string) => void {
  return (point, detail) => {
    try {
      onPoint(point, detail);
    } catch {
      // An observer cannot change a run.
    }
  };
}
