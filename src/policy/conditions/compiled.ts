import type { HistoryCall, PolicyCall } from '../rule.ts';
import type { Wait } from '../limited-wait.ts';
import type { Truth } from '../truth.ts';

/** A call that is judged now. */
export interface JudgedCall extends Omit<PolicyCall, 'history'> {
  readonly callId: string;
  /** The calls admitted before, as code sees them. */
  readonly history: () => readonly HistoryCall[];
  /** Milliseconds since the run started; never less than for a call before. Undefined where a trace does not tell. */
  readonly atMs: number | undefined;
}

/** A call of the history, with what only the monitor needs. Status and output change as the call goes on. */
export interface HistoryEntry extends HistoryCall {
  status: HistoryCall['status'];
  output?: unknown;
  readonly atMs: number | undefined;
}

/** One condition of one rule with what it remembers of the run; every answer costs the same however long the run is. */
export interface CompiledCondition {
  /** @throws PolicyFault when it cannot be evaluated. */
  holds(call: JudgedCall): Truth | Promise<Truth>;
  admitted?(entry: HistoryEntry): void;
  /** The entry's status or output changed. */
  changed?(entry: HistoryEntry): void;
  removed?(entry: HistoryEntry): void;
  /** A small set of earlier calls that makes the condition as true or as false as it is now. */
  witness?(call: JudgedCall): HistoryEntry[];
  readonly usesClock?: boolean;
  /** True where the condition is code, so that only trying tells which part of the history it needs. */
  readonly opaque?: boolean;
}

/** How conditions are compiled: for a live run, or for a stored trace with placeholders and without waiting. */
export interface CompileOptions {
  readonly redacted: boolean;
  /** Waits for an asynchronous condition; absent where nothing can be waited for. */
  readonly wait?: Wait;
}
