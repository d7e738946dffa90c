import type { EventType, TraceEvent } from './events.ts';

/** A place where the events of a run break the legal order. */
export interface OrderFault {
  seq: number;
  callId?: string;
  /** One sentence: what happened there and what was expected. */
  message: string;
}

type State =
  | 'unknown'
  | 'requested'
  | 'judged'
  | 'allowed'
  | 'asked'
  | 'approved'
  | 'refused'
  | 'attempting'
  | 'between'
  | 'ended';

/** What may follow in each state of a call, and the state that comes then. */
const table: Record<State, Partial<Record<EventType, State>>> = {
  unknown: { 'tool.requested': 'requested' },
  requested: {
    'tool.input_rejected': 'ended',
    'tool.failed': 'ended',
    'policy.matched': 'judged',
    'tool.allowed': 'allowed',
    'tool.blocked': 'ended',
  },
  judged: { 'policy.matched': 'judged', 'tool.allowed': 'allowed', 'tool.blocked': 'ended' },
  allowed: {
    'approval.requested': 'asked',
    'tool.attempt_started': 'attempting',
    'tool.failed': 'ended',
    'tool.blocked': 'ended',
  },
  asked: { 'approval.decided': 'approved', 'tool.failed': 'ended' },
  approved: { 'tool.attempt_started': 'attempting', 'tool.blocked': 'ended', 'tool.failed': 'ended' },
  refused: { 'tool.rejected': 'ended' },
  attempting: {
    'tool.attempt_failed': 'between',
    'tool.attempt_timed_out': 'between',
    'tool.succeeded': 'ended',
    'tool.output_rejected': 'ended',
    'tool.failed': 'ended',
    // After a crash nobody knows how the attempt ended.
    'tool.attempt_started': 'attempting',
  },
  between: { 'tool.attempt_started': 'attempting', 'tool.failed': 'ended' },
  ended: {},
};

/** Events that may come at any moment of a call. */
const anytime: ReadonlySet<EventType> = new Set(['log', 'http.exchanged', 'tool.attempt_late']);

/** Checks that `seq` runs from 1 without gaps and that the events of every call come in a legal order. */
export function checkOrder(events: readonly TraceEvent[]): OrderFault[] {
  const faults: OrderFault[] = [];
  const states = new Map<string, State>();
  for (const [index, event] of events.entries()) {
    if (event.seq !== index + 1) {
      faults.push({
        seq: event.seq,
        message: `The event at place ${index + 1} has the number ${event.seq}.`,
      });
    }
    if (!('callId' in event) || event.callId === undefined || anytime.has(event.type)) continue;
    const state = states.get(event.callId) ?? 'unknown';
    const next = nextState(state, event);
    if (next === undefined) {
      const allowed = Object.keys(table[state]).join(', ') || 'nothing';
      const message = `The call ${event.callId} is ${state} and then sees ${event.type}; expected ${allowed}.`;
      faults.push({ seq: event.seq, callId: event.callId, message });
    } else {
      states.set(event.callId, next);
    }
  }
  return faults;
}

function nextState(state: State, event: TraceEvent): State | undefined {
  const next = table[state][event.type];
  if (event.type !== 'approval.decided' || next === undefined) return next;
  return event.decision === 'approved' ? 'approved' : 'refused';
}
