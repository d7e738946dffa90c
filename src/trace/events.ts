import type { ErrorRecord, Issue } from '../core/errors.ts';

/** What every event of a run has: its number from 1 without gaps, and where in the run it happened. */
interface EventBase {
  seq: number;
  /** The branch of the run, such as `support/refund-specialist`; absent for events of the run itself. */
  scope?: string;
  /** Milliseconds since the run started; only where a policy with a time window was active. */
  atMs?: number;
}

/** What every event of a tool call has besides: the call's deterministic id, `<scope>/<toolName>#<occurrence>`. */
interface CallEventBase extends EventBase {
  callId: string;
  toolName: string;
}

export type TargetKind = 'workflow' | 'agent' | 'tool' | 'function';

export type RunEvent =
  | (EventBase & { type: 'run.started'; target: { kind: TargetKind; name: string }; input: unknown })
  | (EventBase & { type: 'run.suspended'; waitingFor: string[] })
  | (EventBase & { type: 'run.resumed' })
  | (EventBase & { type: 'run.completed'; output: unknown })
  | (EventBase & { type: 'run.failed'; error: ErrorRecord })
  | (EventBase & { type: 'run.cancelled'; reason?: string });

export type StepEvent =
  | (EventBase & { type: 'step.started'; stepKey: string; stepKind: string; agentName?: string })
  | (EventBase & { type: 'step.completed'; stepKey: string; stepKind: string; output: unknown })
  | (EventBase & { type: 'step.failed'; stepKey: string; stepKind: string; error: ErrorRecord });

export type ModelEvent =
  | (EventBase & { type: 'model.requested'; requestId: string; modelId: string; request: unknown })
  | (EventBase & { type: 'model.responded'; requestId: string; response?: unknown; error?: ErrorRecord });

/** Where a call stands in a group of calls that was asked for at once (one model turn, the bindings of one step). */
export interface BatchPosition {
  id: string;
  index: number;
}

export type ToolRequestedEvent = CallEventBase & {
  type: 'tool.requested';
  agentName?: string;
  stepIndex: number;
  /** The input as it was asked for, before it was parsed. */
  input: unknown;
  /** The text that a model sent, where it is not the compact JSON of `input`. */
  rawInput?: string;
  batch?: BatchPosition;
};

/** Why a call was not let through; stable, for programs. */
export type BlockReason =
  'agent_not_allowed' | 'tool_not_allowed_for_agent' | 'policy' | 'policy_error' | 'changed_since_approval';

export type ToolEvent =
  | ToolRequestedEvent
  | (CallEventBase & { type: 'tool.input_rejected'; error: ErrorRecord; issues: Issue[] })
  /** The call passed the allowlists and all policies. `parsedInput` stands here where it differs from `input`. */
  | (CallEventBase & { type: 'tool.allowed'; parsedInput?: unknown })
  | (CallEventBase & { type: 'tool.blocked'; reason: BlockReason; error: ErrorRecord; parsedInput?: unknown })
  | (CallEventBase & { type: 'tool.attempt_started'; attempt: number })
  | (CallEventBase & { type: 'tool.attempt_failed'; attempt: number; error: ErrorRecord })
  | (CallEventBase & { type: 'tool.attempt_timed_out'; attempt: number; error: ErrorRecord })
  /** An attempt settled after its timeout. Seen by live sinks only: it is never written, since its moment is chance. */
  | (CallEventBase & { type: 'tool.attempt_late'; attempt: number; outcome: 'returned' | 'threw' })
  | (CallEventBase & { type: 'tool.output_rejected'; returned: unknown; error: ErrorRecord; issues: Issue[] })
  /** `output` is the parsed output; `returned` is what `execute` returned, where that differs. */
  | (CallEventBase & { type: 'tool.succeeded'; output: unknown; returned?: unknown })
  | (CallEventBase & { type: 'tool.failed'; error: ErrorRecord })
  | (CallEventBase & { type: 'tool.rejected'; error: ErrorRecord });

export type PolicyRuleType = 'block' | 'requireApproval' | 'redact' | 'log';

export type PolicyEvent = CallEventBase & {
  type: 'policy.matched';
  policyName: string;
  /** The rule's place in its policy, from 0. */
  ruleIndex: number;
  ruleType: PolicyRuleType;
  reason?: string;
  level?: string;
};

export type ApprovalEvent =
  | (CallEventBase & { type: 'approval.requested'; approvalId: string; reasons: string[] })
  | (CallEventBase & {
      type: 'approval.decided';
      approvalId: string;
      decision: 'approved' | 'rejected' | 'expired';
      decidedBy?: string;
      note?: string;
    });

export type HttpEvent = EventBase & { type: 'http.exchanged'; callId?: string; exchange: unknown };

export type LogEvent = EventBase & {
  type: 'log';
  callId?: string;
  level: string;
  message: string;
  data?: unknown;
};

/** One thing that happened in a run. */
export type TraceEvent =
  RunEvent | StepEvent | ModelEvent | ToolEvent | PolicyEvent | ApprovalEvent | HttpEvent | LogEvent;

export type EventType = TraceEvent['type'];

/** An event before it has its number. */
export type NewEvent = TraceEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, 'seq'>
    : never
  : never;
