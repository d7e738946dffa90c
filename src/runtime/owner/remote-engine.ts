import { createConnection, type Socket } from 'node:net';
import { AppError, fromErrorRecord, type ErrorRecord } from '../../core/errors.ts';
import type { DecisionNote, Engine, RunListFilter, RunSummary } from '../engine.ts';
import type { Approval, ApprovalStatus, Decisions, RunState } from '../run-state.ts';
import { readOwner } from './owner-file.ts';

/** What of an engine can be asked from another process. */
export interface RemoteEngine {
  list(filter?: RunListFilter): Promise<RunSummary[]>;
  get(runId: string): Promise<RunState>;
  approvals(filter?: { runId?: string; status?: ApprovalStatus | 'all' }): Promise<Approval[]>;
  approve(approvalId: string, note?: DecisionNote): Promise<Approval>;
  reject(approvalId: string, note?: DecisionNote): Promise<Approval>;
  sendEvent(event: { topic: string; data?: unknown; runId?: string; eventId?: string }): Promise<void>;
  resume(runId: string, decisions?: Decisions): Promise<RunState>;
  cancel(runId: string, reason?: string): Promise<RunState>;
}

/** The part of an engine of this process that can be asked from another. */
export function toRemote(engine: Omit<Engine, 'close'>): RemoteEngine {
  return {
    list: (filter) => engine.listRuns(filter),
    get: (runId) => engine.getRun(runId),
    approvals: (filter) => engine.approvals.list(filter),
    approve: (approvalId, note) => engine.approvals.approve(approvalId, note),
    reject: (approvalId, note) => engine.approvals.reject(approvalId, note),
    sendEvent: (event) => engine.sendEvent(event),
    resume: (runId, decisions = {}) => engine.resumeRun(runId, { decisions }),
    cancel: (runId, reason) => engine.cancelRun(runId, reason),
  };
}

type Pending = { resolve(value: never): void; reject(thrown: unknown): void };

/** Connects to the process that owns a store; undefined where none lives. */
export async function connectOwner(store: string): Promise<(RemoteEngine & { close(): void }) | undefined> {
  const owner = readOwner(store);
  if (owner === undefined) return undefined;
  const socket = await connect(owner.socket);
  if (socket === undefined) return undefined;
  const pending = new Map<number, Pending>();
  listen(socket, pending);
  let count = 0;
  const ask = (method: keyof RemoteEngine, ...args: unknown[]): Promise<never> =>
    new Promise((resolve, reject) => {
      count += 1;
      pending.set(count, { resolve, reject });
      socket.write(`${JSON.stringify({ id: count, method, args })}\n`);
    });
  return {
    list: (...args) => ask('list', ...args),
    get: (...args) => ask('get', ...args),
    approvals: (...args) => ask('approvals', ...args),
    approve: (...args) => ask('approve', ...args),
    reject: (...args) => ask('reject', ...args),
    sendEvent: (...args) => ask('sendEvent', ...args),
    resume: (...args) => ask('resume', ...args),
    cancel: (...args) => ask('cancel', ...args),
    close: () => socket.destroy(),
  };
}

function connect(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}

function listen(socket: Socket, pending: Map<number, Pending>): void {
  let buffered = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    buffered += chunk;
    const lines = buffered.split('\n');
    buffered = lines.pop() ?? '';
    for (const line of lines) settle(pending, line);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    const error = new AppError('STORE_UNAVAILABLE', 'The process that owns the store went away: try again.');
    for (const { reject } of pending.values()) reject(error);
  });
}

function settle(pending: Map<number, Pending>, line: string): void {
  const { id, result, error } = JSON.parse(line) as { id: number; result?: never; error?: ErrorRecord };
  const asked = pending.get(id);
  pending.delete(id);
  if (error === undefined) asked?.resolve(result as never);
  else asked?.reject(fromErrorRecord(error));
}
