import type { StepTools } from '../../tool/steps.ts';
import type { ToolContext } from '../../tool/context.ts';
import type { Call, CallEnvironment } from '../call.ts';

/** What a context makes only when `execute` asks for it, so that a call that does not pays nothing. */
export interface ContextSources {
  idempotencyKey(): string;
  signal(): AbortSignal;
  step(): StepTools;
  /** True once the attempt is over: what it still says is not part of the run. */
  isOver(): boolean;
}

/** Makes what `execute` is handed besides its input. */
export function createToolContext(
  call: Call,
  environment: CallEnvironment,
  attempt: number,
  sources: ContextSources,
): ToolContext {
  const { callId, scope } = call;
  return {
    runId: environment.runId,
    callId,
    agentName: call.agentName,
    toolName: call.tool.name,
    attempt,
    get idempotencyKey() {
      return sources.idempotencyKey();
    },
    get signal() {
      return sources.signal();
    },
    get step() {
      return sources.step();
    },
    get state() {
      return environment.state() as ToolContext['state'];
    },
    ...(call.approval !== undefined && { approval: call.approval }),
    log(message, data) {
      if (sources.isOver() || environment.observed === false) return;
      const words = typeof message === 'string' ? message : String(message);
      environment.emit({
        type: 'log',
        callId,
        scope,
        level: 'info',
        message: words,
        ...(data !== undefined && { data }),
      });
    },
  };
}
