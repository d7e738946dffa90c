import type { Trace, TraceCall } from '../../src/trace/trace.ts';

/** A trace of calls that succeeded, unless a call says otherwise. */
export function traceOf(...calls: (Partial<TraceCall> & { toolName: string })[]): Trace {
  const counts = new Map<string, number>();
  return {
    name: 'main',
    status: 'completed',
    events: [],
    calls: calls.map((call) => {
      const count = (counts.get(call.toolName) ?? 0) + 1;
      counts.set(call.toolName, count);
      const status = call.status ?? 'succeeded';
      const reached = status === 'succeeded';
      return {
        callId: `support/${call.toolName}#${count}`,
        scope: 'support',
        input: {},
        status,
        attempts: reached ? [{ attempt: 1, outcome: 'succeeded' }] : [],
        policyDecisions: [],
        ...(reached && { output: { ok: true } }),
        ...call,
      };
    }),
  };
}
