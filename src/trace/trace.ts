import type { ErrorRecord } from '../core/errors.ts';
import type { BatchPosition, PolicyRuleType, TargetKind, TraceEvent } from './events.ts';

export type CallStatus = 'succeeded' | 'failed' | 'blocked' | 'rejected' | 'awaiting_approval';

/** One attempt to execute a call. */
export interface TraceAttempt {
  attempt: number;
  outcome: 'succeeded' | 'failed' | 'timed_out' | 'unknown';
  error?: ErrorRecord;
}

/** A rule that matched a call. */
export interface TracePolicyDecision {
  policyName: string;
  ruleIndex: number;
  ruleType: PolicyRuleType;
  reason?: string;
}

/** The approval of a call. */
export interface TraceApproval {
  approvalId: string;
  reasons: string[];
  decision?: 'approved' | 'rejected' | 'expired';
  decidedBy?: string;
  note?: string;
}

/** One tool call of a run, put together from its events. */
export interface TraceCall {
  callId: string;
  scope: string;
  toolName: string;
  agentName?: string;
  stepIndex?: number;
  batch?: BatchPosition;
  /** The input as parsed; as asked for, where it did not parse. */
  input: unknown;
  /** The text that a model sent, where it is not the compact JSON of the input asked for. */
  rawInput?: string;
  status: CallStatus;
  /** The parsed output of a call that succeeded. */
  output?: unknown;
  /** What `execute` returned, where that differs from the parsed output. */
  returned?: unknown;
  error?: ErrorRecord;
  attempts: TraceAttempt[];
  policyDecisions: TracePolicyDecision[];
  approval?: TraceApproval;
}

export type RunStatus =
  'pending' | 'running' | 'awaiting_approval' | 'waiting' | 'diverged' | 'completed' | 'failed' | 'cancelled';

/** The redacted story of one run: its events in order, and the calls and the outcome that follow from them. */
export interface Trace {
  /** The run's name inside its recording; the first run of a test is `main`. */
  name: string;
  target?: { kind: TargetKind; name: string };
  input?: unknown;
  status: RunStatus;
  output?: unknown;
  error?: ErrorRecord;
  events: TraceEvent[];
  calls: TraceCall[];
}
