import type { Clock } from '../../core/clock.ts';
import type { ToolContext } from '../../tool/context.ts';
import type { StepTools } from '../../tool/steps.ts';
import type { Tool } from '../../tool/tool.ts';
import { startAttemptTimer, type AttemptTimer } from './attempt-timer.ts';
import type { Call, CallEnvironment } from '../call.ts';
import { emitFor, errorOf } from '../end-call.ts';
import { mutableCopy } from '../values/plain-copy.ts';
import { createToolContext } from './tool-context.ts';

export interface AttemptSetup {
  call: Call;
  environment: CallEnvironment;
  number: number;
  clock: Clock;
  signal: AbortSignal | undefined;
  idempotencyKey(): string;
  step(): StepTools;
}

export interface AttemptHandle {
  /** What the tool's code returned, as it returned it; throws or rejects when it threw or its time was up. */
  outcome(): unknown;
  /** Says that the attempt is over, so that what its code still logs is not told. */
  finish(): void;
  pause(): () => void;
}

/** Runs the tool's code once. Code that blocks the event loop cannot be interrupted by its time limit. */
export function startAttempt(setup: AttemptSetup): AttemptHandle {
  const { call, environment, number, clock } = setup;
  const { tool } = call;
  let controller: AbortController | undefined;
  let timer: AttemptTimer | undefined;
  let over = false;
  const signal = (): AbortSignal => {
    if (controller !== undefined) return controller.signal;
    controller = new AbortController();
    follow(setup.signal, controller);
    return controller.signal;
  };
  const context = createToolContext(call, environment, number, {
    idempotencyKey: setup.idempotencyKey,
    signal,
    step: setup.step,
    isOver: () => over,
  });
  const limited = (timeoutMs: number): Promise<unknown> =>
    new Promise((resolve, reject) => {
      timer = startAttemptTimer(clock, timeoutMs, () => {
        over = true;
        const error = errorOf(call, 'TOOL_TIMED_OUT', `tool ${tool.name} timed out after ${timeoutMs}ms`);
        signal();
        controller?.abort(error);
        reject(error);
      });
      const settle = (outcome: 'returned' | 'threw', finish: () => void): void => {
        timer?.stop();
        if (over) emitFor(call, environment, { type: 'tool.attempt_late', attempt: number, outcome });
        else finish();
        over = true;
      };
      run(tool, call, context).then(
        (value) => settle('returned', () => resolve(value)),
        (thrown: unknown) => settle('threw', () => reject(thrown as Error)),
      );
    });
  return {
    outcome() {
      if (tool.timeoutMs !== undefined) return limited(tool.timeoutMs);
      return tool.execute(mutableCopy(call.input), context);
    },
    finish() {
      over = true;
    },
    pause: () => timer?.pause() ?? (() => undefined),
  };
}

async function run(tool: Tool, call: Call, context: ToolContext): Promise<unknown> {
  return await tool.execute(mutableCopy(call.input), context);
}

function follow(signal: AbortSignal | undefined, controller: AbortController): void {
  if (signal === undefined) return;
  if (signal.aborted) controller.abort(signal.reason);
  else signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
}
