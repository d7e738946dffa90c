import type { Clock } from '../../core/clock.ts';
import { AppError, messageOf, toErrorRecord } from '../../core/errors.ts';
import type { StepTools } from '../../tool/steps.ts';
import { blockWith } from '../block-call.ts';
import { goOn, type Call, type CallEnvironment, type Stage, type StageVerdict } from '../call.ts';
import { emitFor, endCall, errorOf } from '../end-call.ts';
import { LiveAttempt, type Attempt, type AttemptSources } from '../attempt/live-attempt.ts';
import { createMemorySteps, type MemorySteps } from '../attempt/memory-steps.ts';

export interface ExecuteOptions {
  clock: Clock;
  /** Called only when the tool asks for its key. */
  idempotencyKey(call: Call): string;
  /** Runs one attempt in a durable scope of its own: returns or throws what `invoke` did, or what is recorded of it. */
  runAttempt?: ((attempt: Attempt) => unknown) | undefined;
  /** Waits before the next attempt. @default a timer on the clock */
  sleep?: ((ms: number, attempt: Attempt) => Promise<void>) | undefined;
  /** The durable steps of an attempt. @default kept in memory while the call lasts */
  steps?: ((attempt: Attempt) => StepTools) | undefined;
  /** Where the attempts of a call go on that an earlier life of the run began. @default from the first */
  resume?: ((call: Call) => { attempt: number; lastError?: Error } | undefined) | undefined;
  /** Aborted when the run is cancelled: the attempt's signal follows, and no further attempt starts. */
  signal?: AbortSignal | undefined;
}

/** The calls of the codes below are not tried again and keep their code: another attempt could not change them. */
const lasting = new Set(['REPLAY_MISMATCH', 'NON_DETERMINISM', 'STATE_MISMATCH', 'OUTCOME_UNKNOWN']);

/** Runs the tool, up to `retry.maxAttempts` times; each attempt re-runs `execute` from its first line. */
export function execute(options: ExecuteOptions): Stage {
  const memory = new WeakMap<Call, MemorySteps>();
  const inMemory = ({ call }: Attempt): StepTools => {
    const known = memory.get(call) ?? createMemorySteps();
    memory.set(call, known);
    return known.forAttempt();
  };
  const complete = { ...options, steps: options.steps ?? inMemory };
  return {
    name: 'execute',
    run(call, environment) {
      const { attempt: number, lastError } = options.resume?.(call) ?? { attempt: 1 };
      if (number > call.tool.retry.maxAttempts) return giveUp(call, environment, lastError);
      return attempt(number, call, environment, complete);
    },
  };
}

type Options = ExecuteOptions & AttemptSources;

function attempt(
  number: number,
  call: Call,
  environment: CallEnvironment,
  options: Options,
): StageVerdict | Promise<StageVerdict> {
  call.attempts = number;
  emitFor(call, environment, { type: 'tool.attempt_started', attempt: number });
  const current = new LiveAttempt(number, call, environment, options);
  const succeed = (returned: unknown): StageVerdict => {
    current.finish();
    call.returned = returned;
    return goOn;
  };
  const fail = (thrown: unknown): StageVerdict | Promise<StageVerdict> => {
    current.finish();
    return afterFailure(thrown, current, options);
  };
  try {
    const outcome = options.runAttempt === undefined ? current.invoke() : options.runAttempt(current);
    return isThenable(outcome) ? Promise.resolve(outcome).then(succeed, fail) : succeed(outcome);
  } catch (thrown) {
    return fail(thrown);
  }
}

function afterFailure(
  thrown: unknown,
  current: Attempt,
  options: Options,
): StageVerdict | Promise<StageVerdict> {
  const { call, environment, number } = current;
  const { maxAttempts, backoffMs } = call.tool.retry;
  const blocked = AppError.is(thrown) && thrown.code === 'TOOL_BLOCKED' && isChange(thrown);
  if (blocked) return blockWith(call, environment, 'changed_since_approval', errorFor(call, thrown));
  const timedOut = isTimeout(thrown, call);
  emitFor(call, environment, {
    type: timedOut ? 'tool.attempt_timed_out' : 'tool.attempt_failed',
    attempt: number,
    error: toErrorRecord(thrown),
  });
  const final = AppError.is(thrown) && lasting.has(thrown.code);
  if (number >= maxAttempts || final || options.signal?.aborted === true)
    return giveUp(call, environment, thrown);
  if (backoffMs === 0) return attempt(number + 1, call, environment, options);
  const waitMs = backoffMs * 2 ** (number - 1);
  const sleep = options.sleep ?? ((ms: number) => sleepOn(options.clock, ms));
  return sleep(waitMs, current).then(() => {
    if (options.signal?.aborted === true) return giveUp(call, environment, thrown);
    return attempt(number + 1, call, environment, options);
  });
}

function giveUp(call: Call, environment: CallEnvironment, thrown: unknown): StageVerdict {
  const error = errorFor(call, thrown);
  emitFor(call, environment, { type: 'tool.failed', error: toErrorRecord(error) });
  return endCall(call, 'failed', error);
}

/** The error of the call: its message is that of the last attempt. */
function errorFor(call: Call, thrown: unknown): AppError {
  if (isTimeout(thrown, call)) return errorOf(call, 'TOOL_TIMED_OUT', messageOf(thrown));
  if (AppError.is(thrown) && (lasting.has(thrown.code) || thrown.code === 'TOOL_BLOCKED')) {
    const code = thrown.code === 'TOOL_BLOCKED' && !isChange(thrown) ? 'TOOL_EXECUTION_FAILED' : thrown.code;
    return errorOf(call, code, thrown.message, {
      ...(thrown.details !== undefined && { details: thrown.details }),
      cause: thrown.cause,
    });
  }
  return errorOf(call, 'TOOL_EXECUTION_FAILED', messageOf(thrown), { cause: thrown });
}

function isChange(error: AppError): boolean {
  return error.details?.reason === 'changed_since_approval';
}

// A tool may call another tool: only the limit of this very call is this call's timeout.
function isTimeout(thrown: unknown, call: Call): boolean {
  return AppError.is(thrown) && thrown.code === 'TOOL_TIMED_OUT' && thrown.callId === call.callId;
}

function sleepOn(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.setTimer(clock.now() + ms, resolve));
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  );
}
