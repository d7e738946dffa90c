import type { ErrorRecord } from '../core/errors.ts';
import type { CallStatus, RunStatus, TraceAttempt, TracePolicyDecision } from '../trace/trace.ts';

/** One step of a run, in the order in which the steps were asked for. */
export interface RunStep {
  key: string;
  scope: string;
  kind: string;
  status: 'running' | 'completed' | 'failed';
  agentName?: string;
  stepIndex?: number;
  output?: unknown;
  error?: ErrorRecord;
}

/** One tool call of a run. A finished, failed, rejected or blocked call is always an entry with that status. */
export interface ToolCall {
  callId: string;
  stepIndex: number;
  agentName?: string;
  toolName: string;
  status: CallStatus | 'running';
  input: unknown;
  output?: unknown;
  error?: ErrorRecord;
  attempts: TraceAttempt[];
  policyDecisions: TracePolicyDecision[];
  approvalId?: string;
  idempotencyKey: string;
  /** True where the outcome came from a recording and no tool was executed. */
  mocked: boolean;
}

export type ApprovalStatus = 'pending' | 'approved' | 'rejected' | 'expired' | 'cancelled';

/** A question to a person, the same record for every kind of tool. Plain JSON; `input` is redacted. */
export interface Approval {
  approvalId: string;
  runId: string;
  callId: string;
  toolName: string;
  agentName?: string;
  reasons: string[];
  input: unknown;
  inputHash: string;
  status: ApprovalStatus;
  requestedAt: number;
  expiresAt?: number;
  decidedBy?: string;
  note?: string;
  form: { title: string; description: string; fields: unknown[]; context: { tool: string; input: unknown } };
}

/** All that is known of a run. Plain JSON: `JSON.parse(JSON.stringify(state))` equals `state`. */
export interface RunState {
  schemaVersion: 1;
  runId: string;
  workflowName: string;
  status: RunStatus;
  input: unknown;
  output?: unknown;
  error?: ErrorRecord;
  steps: RunStep[];
  toolCalls: ToolCall[];
  approvals: Approval[];
  /** What the run waits for; absent while it waits for nothing. */
  waits?: { kind: string; key: string; topic?: string; dueAt?: number; data?: unknown }[];
  createdAt: number;
  updatedAt: number;
}

/** A decision for one approval: in short, or with who and why. */
export type Decision =
  'approve' | 'reject' | { decision: 'approve' | 'reject'; note?: string; decidedBy?: string };

/** Decisions by approvalId. */
export type Decisions = Record<string, Decision>;
