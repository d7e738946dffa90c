import type { ApprovalDecision, ToolContext } from '../../tool/context.ts';
import type { StepTools } from '../../tool/steps.ts';
import type { LiveAttempt } from './live-attempt.ts';

/**
 * What `execute` is handed besides its input. Key, signal, steps and state are made only when they are asked for, so
 * that a call that does not ask pays nothing.
 */
export class LiveContext implements ToolContext {
  readonly runId: string;
  readonly callId: string;
  readonly agentName: string | undefined;
  readonly toolName: string;
  readonly attempt: number;
  declare readonly approval?: ApprovalDecision;
  /** Bound, so that it may be taken out of the context. */
  readonly log: ToolContext['log'];
  readonly #attempt: LiveAttempt;

  constructor(attempt: LiveAttempt) {
    const { call, environment } = attempt;
    this.runId = environment.runId;
    this.callId = call.callId;
    this.agentName = call.agentName;
    this.toolName = call.tool.name;
    this.attempt = attempt.number;
    if (call.approval !== undefined) this.approval = call.approval;
    this.log = (message, data) => attempt.log(message, data);
    this.#attempt = attempt;
  }

  get idempotencyKey(): string {
    return this.#attempt.idempotencyKey();
  }

  get signal(): AbortSignal {
    return this.#attempt.signal();
  }

  get step(): StepTools {
    return this.#attempt.steps();
  }

  get state(): ToolContext['state'] {
    return this.#attempt.environment.state() as ToolContext['state'];
  }
}
