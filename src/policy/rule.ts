import type { StateView } from '../tool/context.ts';
import type { CallStatus } from '../trace/trace.ts';

/** A call that was admitted earlier in the run: it passed the allowlists and the policies. */
export interface HistoryCall {
  readonly callId: string;
  readonly toolName: string;
  readonly agentName: string | undefined;
  readonly stepIndex: number;
  readonly input: unknown;
  /** `running` until the call has ended. */
  readonly status: CallStatus | 'running';
  readonly output?: unknown;
}

/** What a condition may look at. Everything in it is read-only. */
export interface PolicyCall {
  readonly input: unknown;
  readonly toolName: string;
  readonly agentName: string | undefined;
  readonly stepIndex: number;
  readonly state: StateView;
  /** The calls that were admitted before this one, in the order of their admission. */
  readonly history: readonly HistoryCall[];
}

/**
 * Compares one field: `input.items[0].price`, `toolName`, `agentName`, `stepIndex` or `state.…`. A field that is absent
 * or null satisfies only `ne` and `exists` with value false; a comparison that makes no sense (a text `gt` a number)
 * blocks the call.
 */
export type FieldCondition =
  | { field: string; op: 'eq' | 'ne'; value: unknown }
  | { field: string; op: 'gt' | 'gte' | 'lt' | 'lte'; value: number | string }
  | { field: string; op: 'in'; value: readonly unknown[] }
  | { field: string; op: 'exists'; value?: boolean }
  /** `value` is the source of a regular expression, applied with the flag `u`. */
  | { field: string; op: 'matches'; value: string };

/** Which earlier calls are meant: a tool's name (`*` stands for any characters), or several criteria that must all hold. */
export type CallPattern =
  | string
  | {
      toolName?: string | readonly string[];
      agentName?: string | readonly string[];
      /** Statuses that count, in place of those that the condition counts by itself. */
      status?: HistoryCall['status'] | readonly HistoryCall['status'][];
      /** A condition on a field of that call: `input.…` or `output.…`. */
      where?: FieldCondition;
    };

/** When a rule matches, as data: it is shown in reports and compared in reviews. */
export type Condition =
  | FieldCondition
  /** A matching call was admitted before. Calls that were blocked or rejected do not count. */
  | { after: CallPattern }
  /** No matching call has succeeded before. */
  | { withoutPrior: CallPattern }
  /** Counts matching calls, with this one, that have not failed or been blocked or rejected. */
  | { moreThan: number; calls: CallPattern; withinMs?: number }
  /**
   * Adds a field over the calls that the policy applies to (or `calls`), with this one, that have not failed or been
   * blocked or rejected. Exact in decimals; negative values do not lower the sum.
   */
  | { sumOf: string; by?: string; calls?: CallPattern; withinMs?: number; exceeds: number }
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { not: Condition };

export type When = Condition | ((call: PolicyCall) => boolean | Promise<boolean>);

/** What a policy does with a call for which `when` holds; without `when`, with every call it applies to. */
export type Rule =
  | { type: 'block'; when?: When; reason: string }
  | { type: 'requireApproval'; when?: When; reason?: string; expiresAfterMs?: number }
  /** Keeps these fields out of traces; `execute` receives them unchanged. */
  | { type: 'redact'; when?: When; fieldNames: readonly string[] }
  | { type: 'log'; when?: When; message?: string; level?: 'debug' | 'info' | 'warning' | 'error' };

export interface PolicyOptions {
  name: string;
  description?: string;
  /** Names may contain `*`, which stands for any characters. @default every call */
  appliesTo?: { toolNames?: readonly string[]; agentNames?: readonly string[] };
  rules: readonly Rule[];
}

/** Rules over a call and the run so far. Frozen; made by `policy`. */
export interface Policy extends Readonly<PolicyOptions> {
  readonly kind: 'policy';
}
