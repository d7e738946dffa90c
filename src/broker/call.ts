import type { Issue } from '../core/errors.ts';
import type { BatchPosition, NewEvent } from '../trace/events.ts';
import type { TracePolicyDecision } from '../trace/trace.ts';
import type { ApprovalDecision, StateView } from '../tool/context.ts';
import type { CallResult } from '../tool/call-result.ts';
import type { Tool } from '../tool/tool.ts';

/** What a caller asks of the broker. */
export interface CallRequest {
  toolName: string;
  input?: unknown;
  /** Who asks; absent for calls that no agent makes. */
  agentName?: string;
  /** The text that a model sent. Where it is not JSON, give it alone: the call fails validation and nothing runs. */
  rawInput?: string;
}

export type { CallResult } from '../tool/call-result.ts';

/** The place of a call in the line of calls that the policies judge one after the other. */
export interface Turn {
  /** Undefined when it is this call's turn already. */
  wait(): Promise<void> | undefined;
  /** Lets the next call in; more than once does no harm. */
  release(): void;
}

/** One call on its way through the stages. Stages fill it in; nothing else changes it. */
export interface Call {
  readonly callId: string;
  readonly scope: string;
  /** A frozen copy: nobody can change the input between the checks and the act. */
  readonly request: CallRequest;
  /** Why the input could not even be read. */
  readonly unreadable: Issue | undefined;
  readonly tool: Tool;
  readonly agentName: string | undefined;
  readonly stepIndex: number;
  readonly batch: BatchPosition | undefined;
  readonly turn: Turn | undefined;
  /** Set by validate-input: the parsed input, frozen. Each attempt of execute gets its own copy. */
  input: unknown;
  /** Set by apply-policies. A person must agree when there is a reason. */
  policyDecisions: TracePolicyDecision[];
  approvalReasons: string[];
  approvalForm: Record<string, unknown> | undefined;
  expiresAfterMs: number | undefined;
  /** Set by await-approval. */
  approval: ApprovalDecision | undefined;
  /** Set by execute: what the tool returned, not yet parsed. */
  returned: unknown;
  /** How many attempts were started. */
  attempts: number;
}

/** A stage lets the call go on, or ends it with a result. */
export type StageVerdict = { go: true } | { go: false; result: CallResult };

export const goOn: StageVerdict = { go: true };

export type StageName =
  'validate-input' | 'check-allowlist' | 'apply-policies' | 'await-approval' | 'execute' | 'validate-output';

/** What stages may use of the world around a call. */
export interface CallEnvironment {
  readonly runId: string;
  readonly state: () => StateView;
  /** False when nobody listens, so that events need not be worked out. @default true */
  readonly observed?: boolean;
  /** Milliseconds since the run started; present only while a policy with a time window is active. */
  readonly elapsedMs?: () => number;
  /** Tells every observer; an observer that throws or hangs loses only its own output. */
  emit(event: NewEvent): void;
}

/** One check or act on a call. It knows neither its neighbours nor the broker. */
export interface Stage {
  readonly name: StageName;
  run(call: Call, environment: CallEnvironment): StageVerdict | Promise<StageVerdict>;
}
