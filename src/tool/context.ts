import type { StepTools } from './steps.ts';

/** What happened in a run so far, read-only for policies, approvals and input builders. */
export interface StateView {
  readonly input: unknown;
  /** The output of each agent that has finished, by agent name. */
  readonly agentOutputs: Readonly<Record<string, unknown>>;
  readonly toolCalls: readonly StateToolCall[];
  readonly values: Readonly<Record<string, unknown>>;
}

/** The part of a finished call that code may look at. */
export interface StateToolCall {
  readonly callId: string;
  readonly toolName: string;
  readonly agentName?: string;
  readonly status: string;
  readonly input: unknown;
  readonly output?: unknown;
}

/** A person's decision, as handed to `execute`. */
export interface ApprovalDecision {
  approvalId: string;
  decidedBy?: string;
  note?: string;
}

/** What `execute` is handed besides its input. */
export interface ToolContext {
  readonly runId: string;
  readonly callId: string;
  readonly agentName: string | undefined;
  readonly toolName: string;
  /** From 1. */
  readonly attempt: number;
  /** Equal over attempts, resume and crash recovery of one logical call; different for any other call. */
  readonly idempotencyKey: string;
  /** Aborted when the attempt times out or the run is cancelled. */
  readonly signal: AbortSignal;
  /** Durable steps; completed ones are not executed again after a crash or by a later attempt. */
  readonly step: StepTools;
  readonly state: StateView & { values: Record<string, unknown> };
  readonly approval?: ApprovalDecision;
  log(message: string, data?: unknown): void;
}
