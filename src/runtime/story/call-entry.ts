import type { NewEvent, ToolRequestedEvent } from '../../trace/events.ts';
import type { CallStatus } from '../../trace/trace.ts';
import type { ToolCall } from '../run-state.ts';

/** The entry of a call that was just asked for. */
export function startCall(
  event: Omit<ToolRequestedEvent, 'seq'>,
  idempotencyKey: string,
  mocked: boolean,
): ToolCall {
  return {
    callId: event.callId,
    stepIndex: event.stepIndex,
    ...(event.agentName !== undefined && { agentName: event.agentName }),
    toolName: event.toolName,
    status: 'running',
    input: event.input,
    attempts: [],
    policyDecisions: [],
    idempotencyKey,
    mocked,
  };
}

const endings: Partial<Record<NewEvent['type'], CallStatus>> = {
  'tool.input_rejected': 'failed',
  'tool.output_rejected': 'failed',
  'tool.failed': 'failed',
  'tool.blocked': 'blocked',
  'tool.rejected': 'rejected',
  'tool.succeeded': 'succeeded',
};

/** Writes into a call's entry what an event says of it. */
export function applyToCall(call: ToolCall, event: NewEvent & { toolName: string }): void {
  const ending = endings[event.type];
  if (ending !== undefined) call.status = ending;
  switch (event.type) {
    case 'tool.allowed':
      if ('parsedInput' in event) call.input = event.parsedInput;
      break;
    case 'policy.matched':
      call.policyDecisions.push({
        policyName: event.policyName,
        ruleIndex: event.ruleIndex,
        ruleType: event.ruleType,
        ...(event.reason !== undefined && { reason: event.reason }),
      });
      break;
    case 'approval.requested':
      call.status = 'awaiting_approval';
      call.approvalId = event.approvalId;
      break;
    case 'approval.decided':
      call.status = 'running';
      break;
    case 'tool.attempt_started':
      call.attempts.push({ attempt: event.attempt, outcome: 'unknown' });
      break;
    case 'tool.attempt_failed':
    case 'tool.attempt_timed_out': {
      const outcome = event.type === 'tool.attempt_failed' ? 'failed' : 'timed_out';
      Object.assign(call.attempts.at(-1) ?? {}, { outcome, error: event.error });
      break;
    }
    case 'tool.output_rejected':
      succeedAttempt(call);
      call.error = event.error;
      break;
    case 'tool.succeeded':
      succeedAttempt(call);
      if (event.output !== undefined) call.output = event.output;
      break;
    case 'tool.input_rejected':
    case 'tool.blocked':
    case 'tool.rejected':
    case 'tool.failed':
      call.error = event.error;
      break;
    default:
  }
}

function succeedAttempt(call: ToolCall): void {
  const last = call.attempts.at(-1);
  if (last?.outcome === 'unknown') last.outcome = 'succeeded';
}
