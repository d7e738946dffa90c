import type { Clock } from '../core/clock.ts';
import type { Ids } from '../core/ids.ts';
import type { Store } from '../engine/store.ts';
import type { Policy } from '../policy/rule.ts';
import type { Tool } from '../tool/tool.ts';
import type { RunStatus } from '../trace/trace.ts';
import type { Agent } from './agent.ts';
import type { RunHooks } from './hooks.ts';
import type { Approval, ApprovalStatus, Decisions, RunState } from './run-state.ts';
import type { Workflow } from './workflow.ts';

/** What an engine runs: a workflow, an agent by itself, or one call of a tool. */
export type RunTarget<Input = never, Output = unknown> =
  Workflow<Input, Output> | Agent<Output> | Tool<Input, unknown, Output>;

/** What happens to a call that was cut off while it was executed, so that it may have had its effect. */
export type OnUnknownOutcome = 'retry' | 'fail' | 'ask';

export interface EngineOptions {
  /** Where runs are kept. @default in memory */
  store?: Store;
  /** Tools for every run, besides those that a workflow or agent brings. */
  tools?: readonly Tool[];
  /** Workflows and agents that may be resumed after a restart. */
  workflows?: readonly Workflow<never, unknown>[];
  agents?: readonly Agent[];
  /** Rules over every call of every run. */
  policies?: readonly Policy[];
  /** @default the clock of the machine */
  clock?: Clock;
  /** Where `step.uuid` and `step.random` come from. @default the machine's */
  ids?: Ids;
  hooks?: RunHooks;
  /**
   * After a crash, for tools that are neither idempotent nor read-only: make the call again under the same idempotency
   * key, fail it, or ask a person. @default 'retry'
   */
  onUnknownOutcome?: OnUnknownOutcome;
  /** How long, in milliseconds, a resumed run waits for branches that await what is no step. @default 1000 */
  graceMs?: number;
  /** The longest value of a step, in characters of JSON. @default 4000000 */
  maxValueLength?: number;
  /** Hears of named moments, for fault injection; an error that it throws is lost. */
  onPoint?: (point: string, detail: string) => void;
}

export interface RunOptions {
  /** The same id with the same target and input is the same run. @default a new id */
  runId?: string;
  /** For one call of a tool: in whose name. */
  agentName?: string;
}

/** A run that goes on by itself. */
export interface RunHandle {
  readonly runId: string;
  /** The state when the run has ended or waits for something outside. */
  result(): Promise<RunState>;
  cancel(reason?: string): Promise<RunState>;
}

/** A run in a list. */
export interface RunSummary {
  runId: string;
  kind: string;
  name: string;
  status: RunStatus;
  parentId?: string;
  createdAt: number;
  updatedAt: number;
}

export interface RunListFilter {
  status?: RunStatus;
  /** Of the workflow, agent or tool. */
  name?: string;
  limit?: number;
}

/** Who decided, and what they said. */
export interface DecisionNote {
  decidedBy?: string;
  note?: string;
}

export interface Approvals {
  /** @default those that are pending */
  list(filter?: { runId?: string; status?: ApprovalStatus | 'all' }): Promise<Approval[]>;
  /** @throws AppError APPROVAL_NOT_FOUND */
  get(approvalId: string): Promise<Approval>;
  /** The same decision again changes nothing. @throws AppError APPROVAL_NOT_FOUND, APPROVAL_ALREADY_DECIDED */
  approve(approvalId: string, note?: DecisionNote): Promise<Approval>;
  reject(approvalId: string, note?: DecisionNote): Promise<Approval>;
}

/** Runs workflows, agents and single calls durably, and keeps their approvals. */
export interface Engine {
  /** Runs to the end, or until the run waits for something outside: an approval, an event. */
  run<Input>(target: RunTarget<Input>, input?: Input, options?: RunOptions): Promise<RunState>;
  start<Input>(target: RunTarget<Input>, input?: Input, options?: RunOptions): Promise<RunHandle>;
  /**
   * Gives decisions and goes on. @throws AppError RUN_NOT_FOUND, RUN_NOT_RESUMABLE for a run that ended, STATE_MISMATCH
   * where code and approval no longer fit
   */
  resumeRun(runId: string, options?: { decisions?: Decisions; target?: RunTarget<never> }): Promise<RunState>;
  /** @throws AppError RUN_NOT_FOUND */
  getRun(runId: string): Promise<RunState>;
  /** Newest first. */
  listRuns(filter?: RunListFilter): Promise<RunSummary[]>;
  /** Ends a run and its children; a run that was cancelled before stays so. @throws AppError RUN_NOT_RESUMABLE when it ended otherwise */
  cancelRun(runId: string, reason?: string): Promise<RunState>;
  readonly approvals: Approvals;
  /**
   * Sends an event to a topic: to one run where `runId` is given (also the answer to its `step.suspend(topic)`), else to
   * every run that waits for it or will. The same `eventId` again changes nothing. @throws AppError RUN_NOT_FOUND
   */
  sendEvent(event: { topic: string; data?: unknown; runId?: string; eventId?: string }): Promise<void>;
  /** Goes on with what an earlier process left: gives the ids of interrupted runs that go on now. */
  recover(): Promise<string[]>;
  /** Forgets runs that ended longer ago than that, with their children; gives their ids. Their ids may be used again. */
  prune(filter: { olderThanMs: number }): Promise<string[]>;
  close(): Promise<void>;
}
