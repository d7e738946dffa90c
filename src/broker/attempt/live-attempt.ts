import type { Clock } from '../../core/clock.ts';
import type { StepTools } from '../../tool/steps.ts';
import type { Call, CallEnvironment } from '../call.ts';
import { emitFor, errorOf } from '../end-call.ts';
import { mutableCopy } from '../values/plain-copy.ts';
import { startAttemptTimer, type AttemptTimer } from './attempt-timer.ts';
import { LiveContext } from './live-context.ts';

/** One attempt, handed to `runAttempt`: `invoke` runs the tool's code under its time limit. */
export interface Attempt {
  readonly call: Call;
  readonly environment: CallEnvironment;
  /** From 1. */
  readonly number: number;
  invoke(): unknown;
  /** Stops the time limit while the attempt waits for something durable; the returned function goes on. */
  pause(): () => void;
}

export interface AttemptSources {
  clock: Clock;
  idempotencyKey(call: Call): string;
  steps(attempt: Attempt): StepTools;
  signal?: AbortSignal | undefined;
}

/** The life of one attempt. Code that blocks the event loop cannot be interrupted by its time limit. */
export class LiveAttempt implements Attempt {
  readonly number: number;
  readonly call: Call;
  readonly environment: CallEnvironment;
  readonly #sources: AttemptSources;
  #controller: AbortController | undefined;
  #timer: AttemptTimer | undefined;
  #over = false;

  constructor(number: number, call: Call, environment: CallEnvironment, sources: AttemptSources) {
    this.number = number;
    this.call = call;
    this.environment = environment;
    this.#sources = sources;
  }

  invoke(): unknown {
    const { tool, input } = this.call;
    const context = new LiveContext(this);
    const run = (): unknown => tool.execute(mutableCopy(input), context);
    return tool.timeoutMs === undefined ? run() : this.#runWithin(tool.timeoutMs, run);
  }

  /** Says that the attempt is over, so that what its code still logs is not told. */
  finish(): void {
    this.#over = true;
  }

  pause(): () => void {
    return this.#timer?.pause() ?? (() => undefined);
  }

  idempotencyKey(): string {
    return this.#sources.idempotencyKey(this.call);
  }

  steps(): StepTools {
    return this.#sources.steps(this);
  }

  signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      follow(this.#sources.signal, this.#controller);
    }
    return this.#controller.signal;
  }

  log(message: unknown, data: unknown): void {
    if (this.#over || this.environment.observed === false) return;
    const { callId, scope } = this.call;
    const words = typeof message === 'string' ? message : String(message);
    const more = data === undefined ? {} : { data };
    this.environment.emit({ type: 'log', callId, scope, level: 'info', message: words, ...more });
  }

  #runWithin(timeoutMs: number, run: () => unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#timer = startAttemptTimer(this.#sources.clock, timeoutMs, () => {
        const { name } = this.call.tool;
        const error = errorOf(this.call, 'TOOL_TIMED_OUT', `tool ${name} timed out after ${timeoutMs}ms`);
        this.#over = true;
        this.signal();
        this.#controller!.abort(error);
        reject(error);
      });
      const settle = (outcome: 'returned' | 'threw', finish: () => void): void => {
        this.#timer?.stop();
        if (!this.#over) return finish();
        emitFor(this.call, this.environment, { type: 'tool.attempt_late', attempt: this.number, outcome });
      };
      new Promise((begin) => begin(run())).then(
        (value) => settle('returned', () => resolve(value)),
        (thrown: unknown) => settle('threw', () => reject(thrown as Error)),
      );
    });
  }
}

function follow(signal: AbortSignal | undefined, controller: AbortController): void {
  if (signal === undefined) return;
  if (signal.aborted) controller.abort(signal.reason);
  else signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
}
