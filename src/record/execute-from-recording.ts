import { blockWith } from '../broker/block-call.ts';
import { goOn, type Call, type CallEnvironment, type Stage, type StageVerdict } from '../broker/call.ts';
import { emitFor, endCall, errorOf } from '../broker/end-call.ts';
import { fromErrorRecord, toErrorRecord, type AppError, type ErrorRecord } from '../core/errors.ts';
import type { BlockReason, NewEvent, TraceEvent } from '../trace/events.ts';
import type { Replayer, ReplayOutcome } from './replayer.ts';

/**
 * The execute stage of a replay: it gives each call what was recorded of it, attempts, failures and logs as they happened,
 * and never runs a tool. What the tool had returned goes on to today's output schema. A call that was not recorded fails
 * with REPLAY_MISMATCH, and the replayer remembers the miss.
 */
export function executeFromRecording(replayer: Replayer): Stage {
  const told = eventsByCall(replayer.trace.events);
  let isBound = false;
  return {
    name: 'execute',
    async run(call, environment) {
      if (!isBound) {
        isBound = true;
        replayer.bindInput(environment.state().input);
      }
      const answer = replayer.next({
        toolName: call.tool.name,
        input: call.input,
        scope: call.scope,
        ...(call.agentName !== undefined && { agentName: call.agentName }),
      });
      if (answer.status === 'miss') {
        const details = { nearest: answer.nearest?.callId, differences: answer.differences };
        const error = errorOf(call, 'REPLAY_MISMATCH', answer.message, { details });
        return fail(call, environment, error);
      }
      const { outcome } = answer;
      await replayAttempts(call, environment, told.get(outcome.callId) ?? [], replayer);
      call.attempts = outcome.attempts.length;
      return replayOutcome(call, environment, outcome, replayer);
    },
  };
}

async function replayOutcome(
  call: Call,
  environment: CallEnvironment,
  outcome: ReplayOutcome,
  replayer: Replayer,
): Promise<StageVerdict> {
  const hasReturned = outcome.status === 'succeeded' || 'returned' in outcome;
  if (hasReturned) {
    const recorded = 'returned' in outcome ? outcome.returned : outcome.output;
    const filled = await replayer.makeLive(recorded, call.tool.outputSchema);
    if (filled.unfilled.length > 0 && outcome.status === 'succeeded') {
      return succeedUnchecked(call, environment, outcome, filled.unfilled, replayer);
    }
    call.returned = filled.value;
    return goOn;
  }
  const error = await liveError(outcome.error, call, replayer);
  if (outcome.status !== 'blocked') return fail(call, environment, error);
  const reason = (error.details?.['reason'] as BlockReason | undefined) ?? 'changed_since_approval';
  return blockWith(call, environment, reason, error);
}

// No stand-in satisfies the schema, so the parse would fail for the redaction's sake alone: it is skipped, and told.
async function succeedUnchecked(
  call: Call,
  environment: CallEnvironment,
  outcome: ReplayOutcome,
  unfilled: readonly string[],
  replayer: Replayer,
): Promise<StageVerdict> {
  const { value } = await replayer.makeLive(outcome.output, undefined);
  environment.emit({
    type: 'log',
    callId: call.callId,
    scope: call.scope,
    level: 'warning',
    message: `The output of ${call.tool.name} was not validated in this replay: no stand-in for ${unfilled.join(', ')} fits its schema.`,
  });
  emitFor(call, environment, { type: 'tool.succeeded', output: value });
  return {
    go: false,
    result: { status: 'succeeded', callId: call.callId, toolName: call.tool.name, output: value },
  };
}

async function replayAttempts(
  call: Call,
  environment: CallEnvironment,
  events: readonly TraceEvent[],
  replayer: Replayer,
): Promise<void> {
  for (const { seq: _seq, ...event } of events) {
    const own = { ...event, callId: call.callId, scope: call.scope } as NewEvent;
    if (own.type === 'tool.attempt_failed' || own.type === 'tool.attempt_timed_out') {
      const { value } = await replayer.makeLive(own.error, undefined);
      environment.emit({ ...own, error: value as ErrorRecord });
    } else if (own.type === 'log') {
      const { value } = await replayer.makeLive(own, undefined);
      environment.emit(value as NewEvent);
    } else environment.emit(own);
  }
}

async function liveError(record: ErrorRecord | undefined, call: Call, replayer: Replayer): Promise<AppError> {
  if (record === undefined) {
    return errorOf(call, 'TOOL_EXECUTION_FAILED', `The tool ${call.tool.name} failed when it was recorded.`);
  }
  const { value } = await replayer.makeLive(record, undefined);
  const { toolName: _tool, callId: _call, ...rest } = value as ErrorRecord;
  return fromErrorRecord({
    ...rest,
    ...('callId' in record && { callId: call.callId, toolName: call.tool.name }),
  });
}

function fail(call: Call, environment: CallEnvironment, error: AppError): StageVerdict {
  emitFor(call, environment, { type: 'tool.failed', error: toErrorRecord(error) });
  return endCall(call, 'failed', error);
}

const replayed: ReadonlySet<string> = new Set([
  'tool.attempt_started',
  'tool.attempt_failed',
  'tool.attempt_timed_out',
  'log',
  'http.exchanged',
]);

function eventsByCall(events: readonly TraceEvent[]): Map<string, TraceEvent[]> {
  const byCall = new Map<string, TraceEvent[]>();
  for (const event of events) {
    if (!replayed.has(event.type) || !('callId' in event) || event.callId === undefined) continue;
    const list = byCall.get(event.callId);
    if (list === undefined) byCall.set(event.callId, [event]);
    else list.push(event);
  }
  return byCall;
}
