import type { ErrorRecord } from '../core/errors.ts';
import type { CallResult } from './call-result.ts';
import type { CallTool, ToolCallRequest } from './call-tool.ts';

/** A length of time; the parts are added. */
export interface Duration {
  seconds?: number;
  minutes?: number;
  hours?: number;
  days?: number;
}

export interface StepRetry {
  maxAttempts: number;
  /** Wait before the second attempt, doubled before each further one. @default 0 */
  backoffMs?: number;
}

/** What can run as a child: a workflow or an agent. */
export interface Invocable<Input = never, Output = unknown> {
  readonly kind: 'workflow' | 'agent';
  readonly name: string;
  readonly types?: { input?(value: Input): void; output: Output };
}

/** How one child of a batch ended. */
export type ChildResult<Output = unknown> =
  | { runId: string; status: 'completed'; output: Output }
  | { runId: string; status: 'failed' | 'cancelled'; error: ErrorRecord };

/** An event as the run gets it that waited for it. */
export interface ReceivedEvent {
  eventId: string;
  topic: string;
  data: unknown;
  /** In the clock's milliseconds. */
  sentAt: number;
}

/**
 * Durable operations. Each has a key; its result is kept, so that after a crash the operation is not done again.
 * A value comes back exactly as it would after a crash: it passes through the codec. A key may be used again: the same
 * key counts up inside its scope.
 */
export interface StepTools {
  /** Runs a function and keeps its value or its error. One attempt unless `retry` says more. */
  run<Value>(key: string, fn: () => Value | Promise<Value>, options?: { retry?: StepRetry }): Promise<Value>;
  /** Runs a workflow or agent as a child and waits for its output; throws the error of a child that failed. */
  invokeAndWait<Input, Output>(key: string, target: Invocable<Input, Output>, input: Input): Promise<Output>;
  /** Starts a child and goes on. */
  invoke<Input>(key: string, target: Invocable<Input>, input: Input): Promise<{ runId: string }>;
  /** Runs several children at once; one that fails does not stop the others. */
  batchInvokeAndWait<Output>(
    key: string,
    children: readonly { target: Invocable<never, Output>; input?: unknown }[],
  ): Promise<ChildResult<Output>[]>;
  /** Waits for a length of time, over restarts too. @throws AppError CONFIG_INVALID unless it is longer than nothing */
  waitFor(key: string, duration: Duration): Promise<void>;
  /** Waits until a moment; one that has passed is no wait. */
  waitUntil(key: string, moment: Date | number): Promise<void>;
  /**
   * Waits for an event that another run or the outside sent to a topic after this run began; each is taken once.
   * @throws AppError WAIT_TIMED_OUT
   */
  waitForEvent(key: string, options: { topic: string; timeoutMs?: number }): Promise<ReceivedEvent>;
  /** Waits for an answer that is sent to this run under the key as topic; gives its data. @throws AppError WAIT_TIMED_OUT */
  suspend(key: string, options?: { data?: unknown; timeoutMs?: number }): Promise<unknown>;
  /** Sends an event once; to one run where `runId` is given, else to every run that waits for the topic. */
  sendEvent(key: string, event: { topic: string; data?: unknown; runId?: string }): Promise<void>;
  uuid(key: string): Promise<string>;
  /** Milliseconds since the epoch. */
  now(key: string): Promise<number>;
  /** From 0 (included) to 1 (excluded). */
  random(key: string): Promise<number>;
  readonly callTool: CallTool;
  /** Makes several calls at once; all are gated before any is executed. Gives their results in order. */
  callTools(calls: readonly ToolCallRequest[]): Promise<CallResult[]>;
  /** Names a branch: what is done inside has a scope of its own, so that parallel branches never mix. */
  scope<Value>(key: string, fn: (step: StepTools) => Value | Promise<Value>): Promise<Value>;
}
