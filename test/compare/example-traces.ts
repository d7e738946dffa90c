import type { Trace, TraceCall } from '../../src/trace/trace.ts';

/** A call that succeeded, with what a test wants to differ. */
export function exampleCall(toolName: string, input: unknown, more: Partial<TraceCall> = {}): TraceCall {
  return {
    callId: `support/${toolName}#1`,
    scope: 'support',
    toolName,
    input,
    status: 'succeeded',
    output: { ok: true },
    attempts: [{ attempt: 1, outcome: 'succeeded' }],
    policyDecisions: [],
    ...more,
  };
}

export function exampleTrace(calls: TraceCall[], more: Partial<Trace> = {}): Trace {
  return { name: 'main', status: 'completed', events: [], calls, ...more };
}
