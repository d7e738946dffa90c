import type { CallResult } from '../broker/call.ts';
import type { StateView } from '../tool/context.ts';
import type { StepTools } from '../tool/steps.ts';
import type { CallTool, ToolCallRequest } from './call-tool.ts';

/** The durable operations of a workflow. */
export interface WorkflowSteps extends StepTools {
  readonly callTool: CallTool;
  /** Makes several calls at once; they are all gated before any is executed. Gives their results in order. */
  callTools(calls: readonly ToolCallRequest[]): Promise<CallResult[]>;
  /** Names a branch: what is done inside has a scope of its own, so that parallel branches never mix. */
  scope<Value>(key: string, fn: (step: WorkflowSteps) => Value | Promise<Value>): Promise<Value>;
  uuid(key: string): Promise<string>;
  /** Milliseconds since the epoch. */
  now(key: string): Promise<number>;
  /** From 0 (included) to 1 (excluded). */
  random(key: string): Promise<number>;
}

/** What the function of a workflow is handed besides its input. */
export interface WorkflowContext {
  readonly runId: string;
  /** Aborted when the run is cancelled. */
  readonly signal: AbortSignal;
  readonly step: WorkflowSteps;
  readonly state: StateView & { values: Record<string, unknown> };
  log(message: string, data?: unknown): void;
}
