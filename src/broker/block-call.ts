import { toErrorRecord, type AppError } from '../core/errors.ts';
import type { BlockReason } from '../trace/events.ts';
import type { Call, CallEnvironment, StageVerdict } from './call.ts';
import { emitFor, endCall, errorOf } from './end-call.ts';
import { isSameJson } from './values/plain-copy.ts';

/** Ends a call that may not be executed; the 403 says why in `details.reason`. */
export function blockCall(
  call: Call,
  environment: CallEnvironment,
  reason: BlockReason,
  message: string,
  details: Record<string, unknown> = {},
): StageVerdict {
  const error = errorOf(call, 'TOOL_BLOCKED', message, { details: { reason, ...details } });
  return blockWith(call, environment, reason, error);
}

/** Ends a call with a 403 that is there already. */
export function blockWith(
  call: Call,
  environment: CallEnvironment,
  reason: BlockReason,
  error: AppError,
): StageVerdict {
  emitFor(call, environment, {
    type: 'tool.blocked',
    reason,
    error: toErrorRecord(error),
    ...parsedInputOf(call, environment),
    ...atMsOf(environment),
  });
  return endCall(call, 'blocked', error);
}

/** The parsed input, for events, where it is not what was asked for. */
export function parsedInputOf(call: Call, environment: CallEnvironment): { parsedInput?: unknown } {
  if (environment.observed === false || isSameJson(call.input, call.request.input)) return {};
  return { parsedInput: call.input };
}

/** The time of an event, while a policy with a time window is active. */
export function atMsOf(environment: CallEnvironment): { atMs?: number } {
  return environment.elapsedMs === undefined ? {} : { atMs: environment.elapsedMs() };
}
