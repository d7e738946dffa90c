import type { Clock } from '../core/clock.ts';
import type { CallResult } from '../broker/call.ts';
import type { IdempotencyOptions } from '../probe/check-idempotency.ts';
import type { IdempotencyCheck } from '../probe/verdict.ts';
import type { Policy } from '../policy/rule.ts';
import type { RunMode, TestRecord } from '../review/report.ts';
import type { Agent } from '../runtime/agent.ts';
import type { Engine } from '../runtime/engine.ts';
import type { Decisions, RunState } from '../runtime/run-state.ts';
import type { Workflow } from '../runtime/workflow.ts';
import type { Tool } from '../tool/tool.ts';
import type { World } from '../tool/world.ts';
import type { Trace } from '../trace/trace.ts';
import type { Approver } from './approver.ts';
import type { RequestedMode } from './session/decide-mode.ts';
import type { ToolReference } from './matching/match-calls.ts';

/** What `createHarness` takes; every part is optional. */
export interface HarnessOptions {
  /** Tools besides those that the targets bring themselves. */
  tools?: readonly Tool[];
  policies?: readonly Policy[];
  /** The folder of the recordings. @default 'recordings' in the current folder */
  recordings?: string;
  /** What the recording of these runs is called, such as `refund/small-order`; without a name nothing is recorded. */
  name?: string;
  /** Where results come from. @default 'auto': replay what is recorded, record what is new; in CI always replay */
  mode?: RequestedMode;
  /** Time as the engine sees it. @default the machine's clock */
  clock?: Clock;
  /** Answers approvals as soon as a run asks. @default nobody: the run returns `awaiting_approval` */
  approver?: Approver;
  /** A fresh place whose tools are used; made before the first run, disposed of by `close`. */
  world?: World;
  /** Seed of ids and chance. @default derived from the name, so that a test gets the same ids every time */
  seed?: number;
}

export interface HarnessRunOptions {
  /** The run's name inside its recording. @default 'main', then `run-2`, `run-3`, … in the order of the calls */
  name?: string;
  /** Names of tools that are executed for real although the run replays; refused in CI. */
  live?: readonly string[];
}

/** A run as tests look at it: its whole state, and its redacted story. */
export interface HarnessRun<Output = unknown> extends Omit<RunState, 'output'> {
  output?: Output;
  /** The run's name inside its recording. */
  readonly name: string;
  readonly mode: RunMode;
  /** What the recording holds of the run so far: redacted. */
  readonly trace: Trace;
}

/** What came of one call, and the run that made it. */
export type HarnessCall<Output = unknown> = (
  | (Omit<Extract<CallResult, { status: 'succeeded' }>, 'output'> & { output: Output })
  | Exclude<CallResult, { status: 'succeeded' }>
) & { readonly run: HarnessRun };

/** The outcome of a test, as far as the recording cares. */
export interface CloseOptions {
  /** A failed test leaves no new recording behind. @default false */
  failed?: boolean;
  /** From 0; a retried test never writes. @default 0 */
  attempt?: number;
}

/** Decisions by approvalId, or one decision for everything that is open. */
export type ResumeDecisions = Decisions | 'approve' | 'reject';

/** A broker, an engine and a recording, joined for the runs of one test. */
export interface Harness {
  /** Where the results of this harness's runs come from; decided before the first run. */
  readonly mode: RunMode;
  /** Runs a workflow or an agent; answers when it has ended, or waits for something that only the test can give. */
  run<Input, Output>(
    target: Workflow<Input, Output>,
    input: Input,
    options?: HarnessRunOptions,
  ): Promise<HarnessRun<Output>>;
  run<Output>(
    target: Agent<Output>,
    input?: unknown,
    options?: HarnessRunOptions,
  ): Promise<HarnessRun<Output>>;
  /** Makes one call of a tool through the broker, as a run of its own. */
  call<Input, Parsed, Output>(
    tool: Tool<Input, Parsed, Output>,
    input: Input,
    options?: HarnessRunOptions & { agentName?: string },
  ): Promise<HarnessCall<Output>>;
  call(
    toolName: string,
    input: unknown,
    options?: HarnessRunOptions & { agentName?: string },
  ): Promise<HarnessCall>;
  /** The tools known so far: those of the options, of the world and of the targets that ran. */
  tools(): Promise<Tool[]>;
  /** Answers a run's open approvals and goes on. */
  resume<Output>(run: HarnessRun<Output>, decisions: ResumeDecisions): Promise<HarnessRun<Output>>;
  /**
   * Finds out by experiment, in fresh worlds, whether a tool may be executed again. The world is the one given, the
   * harness's own, or the one that the configuration names for the tool. What it finds stands in the report.
   */
  checkIdempotency(
    tool: ToolReference,
    options?: Omit<IdempotencyOptions, 'world' | 'toolName'> & { world?: World },
  ): Promise<IdempotencyCheck>;
  readonly approvals: Engine['approvals'];
  readonly clock: Clock;
  /** Ends the harness: writes what waits for review and answers what happened. Called by the vitest fixture. */
  close(options?: CloseOptions): Promise<TestRecord>;
}
