import { AppError, type AppErrorOptions, type ErrorCode, type Issue } from '../core/errors.ts';
import { formatPath } from '../core/paths.ts';
import type { NewEvent } from '../trace/events.ts';
import type { Call, CallEnvironment, CallResult, StageVerdict } from './call.ts';

/** An event of a call before it has its number, its place and its call. */
export type CallEvent = NewEvent extends infer Event
  ? Event extends { callId: string; toolName: string }
    ? Omit<Event, 'callId' | 'toolName' | 'scope'>
    : never
  : never;

/** Tells the observers about a call. The event must be new: it is completed in place, since copies cost most of a call. */
export function emitFor(call: Call, environment: CallEnvironment, event: CallEvent): void {
  if (environment.observed === false) return;
  const own = event as CallEvent & { callId: string; scope: string; toolName: string };
  own.callId = call.callId;
  own.scope = call.scope;
  own.toolName = call.tool.name;
  environment.emit(own as NewEvent);
}

/** Makes the error of a call. */
export function errorOf(
  call: Call,
  code: ErrorCode,
  message: string,
  options: AppErrorOptions = {},
): AppError {
  return new AppError(code, message, {
    ...options,
    toolName: call.tool.name,
    callId: call.callId,
    ...(call.agentName !== undefined && { agentName: call.agentName }),
  });
}

/** Ends a call that did not succeed. */
export function endCall(
  call: Call,
  status: Exclude<CallResult['status'], 'succeeded'>,
  error: AppError,
): StageVerdict {
  return { go: false, result: { status, callId: call.callId, toolName: call.tool.name, error } };
}

const SHOWN = 5;

/** What is wrong with a value, for one sentence: the first issues with their places. */
export function describeIssues(issues: readonly Issue[]): string {
  const shown = issues.slice(0, SHOWN).map((issue) => {
    const place = formatPath(issue.path);
    return place === '' ? issue.message : `${place}: ${issue.message}`;
  });
  const more = issues.length > SHOWN ? `; and ${issues.length - SHOWN} more` : '';
  return shown.join('; ') + more;
}
