import type { TraceEvent } from '../trace/events.ts';
import type { CallStatus, Trace, TraceCall } from '../trace/trace.ts';

/** What a monitor is told of a stored trace, in the order in which it happened. */
export type TraceStep =
  | { kind: 'judge'; call: TraceCall; seq: number; atMs: number | undefined; admitted: boolean }
  | { kind: 'settle'; call: TraceCall; status: CallStatus }
  /** A person agreed: the call is weighed anew, at the moment at which it goes on. */
  | { kind: 'resume'; call: TraceCall; atMs: number | undefined }
  | { kind: 'agent'; agentName: string; output: unknown };

/** The moment at which a call was judged. */
interface Moment {
  seq: number;
  atMs: number | undefined;
  admitted: boolean;
}

const passed = new Set(['tool.allowed', 'tool.attempt_started', 'tool.succeeded', 'tool.output_rejected']);
const ended = new Set([
  'tool.succeeded',
  'tool.failed',
  'tool.output_rejected',
  'tool.blocked',
  'tool.rejected',
]);

/**
 * The calls of a trace that came before the policies. The calls of one batch were all judged, in the order of the batch,
 * before any of them was executed, wherever their events stand.
 */
export function readTraceSteps(trace: Trace): TraceStep[] {
  const calls = new Map(trace.calls.map((call) => [call.callId, call]));
  const moments = readMoments(trace.events);
  const batches = readBatches(trace.calls);
  const agents = new Map<string, string>();
  const judged = new Set<string>();
  const steps: TraceStep[] = [];
  const judge = (call: TraceCall): void => {
    const moment = moments.get(call.callId);
    if (moment === undefined || judged.has(call.callId)) return;
    judged.add(call.callId);
    steps.push({ kind: 'judge', call, ...moment });
  };
  for (const event of trace.events) {
    if (event.type === 'step.started' && event.agentName !== undefined) {
      agents.set(stepId(event), event.agentName);
    }
    if (event.type === 'step.completed' && agents.has(stepId(event))) {
      steps.push({ kind: 'agent', agentName: agents.get(stepId(event))!, output: event.output });
    }
    const call = 'callId' in event && event.callId !== undefined ? calls.get(event.callId) : undefined;
    if (call === undefined) continue;
    if (moments.get(call.callId)?.seq === event.seq) {
      for (const member of batches.get(call.batch?.id ?? '') ?? [call]) judge(member);
    }
    if (!judged.has(call.callId)) continue;
    if (ended.has(event.type)) steps.push({ kind: 'settle', call, status: call.status });
    if (event.type === 'approval.requested')
      steps.push({ kind: 'settle', call, status: 'awaiting_approval' });
    if (event.type === 'approval.decided' && event.decision === 'approved') {
      steps.push({ kind: 'resume', call, atMs: event.atMs ?? moments.get(call.callId)?.atMs });
    }
  }
  return steps;
}

function readMoments(events: readonly TraceEvent[]): Map<string, Moment> {
  const moments = new Map<string, Moment>();
  for (const event of events) {
    if (!('callId' in event) || event.callId === undefined || moments.has(event.callId)) continue;
    const admitted = passed.has(event.type);
    const blocked =
      event.type === 'tool.blocked' &&
      event.reason !== 'agent_not_allowed' &&
      event.reason !== 'tool_not_allowed_for_agent';
    if (admitted || blocked) moments.set(event.callId, { seq: event.seq, atMs: event.atMs, admitted });
  }
  return moments;
}

function readBatches(calls: readonly TraceCall[]): Map<string, TraceCall[]> {
  const batches = new Map<string, TraceCall[]>();
  for (const call of calls) {
    if (call.batch === undefined) continue;
    const members = batches.get(call.batch.id);
    if (members === undefined) batches.set(call.batch.id, [call]);
    else members.push(call);
  }
  for (const members of batches.values()) {
    members.sort((left, right) => left.batch!.index - right.batch!.index);
  }
  return batches;
}

function stepId(event: { scope?: string; stepKey: string }): string {
  return `${event.scope ?? ''}\n${event.stepKey}`;
}
