import type { ToolEvent, TraceEvent } from './events.ts';
import type { Trace, TraceApproval, TraceAttempt, TraceCall } from './trace.ts';

type CallDraft = TraceCall & { approval?: TraceApproval };

/** Puts the story of a run together from its events: the calls in the order in which they stand, and how the run ended. */
export function buildTrace(name: string, events: readonly TraceEvent[]): Trace {
  const trace: Trace = { name, status: 'pending', events: [...events], calls: [] };
  const calls = new Map<string, CallDraft>();
  for (const event of events) {
    applyToRun(trace, event);
    if (isToolEvent(event)) applyToCall(calls, event);
    else if (event.type === 'policy.matched') noteDecision(calls.get(event.callId), event);
    else if (event.type === 'approval.requested' || event.type === 'approval.decided') {
      noteApproval(calls.get(event.callId), event);
    }
  }
  trace.calls = [...calls.values()];
  if (trace.status === 'waiting' && trace.calls.some(waitsForApproval)) trace.status = 'awaiting_approval';
  return trace;
}

function waitsForApproval(call: TraceCall): boolean {
  return call.approval !== undefined && call.approval.decision === undefined;
}

function isToolEvent(event: TraceEvent): event is ToolEvent {
  return event.type.startsWith('tool.');
}

function applyToRun(trace: Trace, event: TraceEvent): void {
  switch (event.type) {
    case 'run.started':
      trace.status = 'running';
      trace.target = event.target;
      trace.input = event.input;
      break;
    case 'run.suspended':
      trace.status = 'waiting';
      break;
    case 'approval.requested':
      trace.status = 'awaiting_approval';
      break;
    case 'run.resumed':
      trace.status = 'running';
      break;
    case 'run.completed':
      trace.status = 'completed';
      trace.output = event.output;
      break;
    case 'run.failed':
      trace.status = 'failed';
      trace.error = event.error;
      break;
    case 'run.cancelled':
      trace.status = 'cancelled';
      break;
    default:
  }
}

function applyToCall(calls: Map<string, CallDraft>, event: ToolEvent): void {
  if (event.type === 'tool.requested') {
    calls.set(event.callId, startCall(event));
    return;
  }
  const call = calls.get(event.callId);
  if (call === undefined) return;
  switch (event.type) {
    case 'tool.attempt_started':
      call.attempts.push({ attempt: event.attempt, outcome: 'unknown' });
      return;
    case 'tool.attempt_failed':
    case 'tool.attempt_timed_out':
      endAttempt(call, event.attempt, {
        outcome: event.type === 'tool.attempt_failed' ? 'failed' : 'timed_out',
        error: event.error,
      });
      return;
    case 'tool.allowed':
      if (event.parsedInput !== undefined) call.input = event.parsedInput;
      return;
    case 'tool.attempt_late':
      return;
    default:
      endCall(call, event);
  }
}

function startCall(event: Extract<ToolEvent, { type: 'tool.requested' }>): CallDraft {
  return {
    callId: event.callId,
    scope: event.scope ?? '',
    toolName: event.toolName,
    ...(event.agentName !== undefined && { agentName: event.agentName }),
    stepIndex: event.stepIndex,
    ...(event.batch !== undefined && { batch: event.batch }),
    input: event.input,
    ...(event.rawInput !== undefined && { rawInput: event.rawInput }),
    status: 'awaiting_approval',
    attempts: [],
    policyDecisions: [],
  };
}

type EndEvent = Exclude<ToolEvent, { type: 'tool.requested' | 'tool.allowed' | `tool.attempt_${string}` }>;

function endCall(call: CallDraft, event: EndEvent): void {
  switch (event.type) {
    case 'tool.succeeded':
      call.status = 'succeeded';
      call.output = event.output;
      if (event.returned !== undefined) call.returned = event.returned;
      endAttempt(call, call.attempts.length, { outcome: 'succeeded' });
      return;
    case 'tool.output_rejected':
      call.status = 'failed';
      call.returned = event.returned;
      endAttempt(call, call.attempts.length, { outcome: 'succeeded' });
      break;
    case 'tool.blocked':
      call.status = 'blocked';
      if (event.parsedInput !== undefined) call.input = event.parsedInput;
      break;
    case 'tool.rejected':
      call.status = 'rejected';
      break;
    default:
      call.status = 'failed';
  }
  call.error = event.error;
}

function endAttempt(call: CallDraft, attempt: number, end: Omit<TraceAttempt, 'attempt'>): void {
  const open = call.attempts.find((entry) => entry.attempt === attempt);
  if (open?.outcome === 'unknown') Object.assign(open, end);
}

function noteDecision(
  call: CallDraft | undefined,
  event: Extract<TraceEvent, { type: 'policy.matched' }>,
): void {
  call?.policyDecisions.push({
    policyName: event.policyName,
    ruleIndex: event.ruleIndex,
    ruleType: event.ruleType,
    ...(event.reason !== undefined && { reason: event.reason }),
  });
}

function noteApproval(
  call: CallDraft | undefined,
  event: Extract<TraceEvent, { type: 'approval.requested' | 'approval.decided' }>,
): void {
  if (call === undefined) return;
  if (event.type === 'approval.requested') {
    call.approval = { approvalId: event.approvalId, reasons: event.reasons };
    return;
  }
  call.approval = {
    ...(call.approval ?? { approvalId: event.approvalId, reasons: [] }),
    decision: event.decision,
    ...(event.decidedBy !== undefined && { decidedBy: event.decidedBy }),
    ...(event.note !== undefined && { note: event.note }),
  };
}
