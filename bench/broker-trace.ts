import { checkTrace } from '../src/policy/check-trace.ts';
import { policy } from '../src/policy/policy.ts';
import { buildTrace } from '../src/trace/build-trace.ts';
import type { TraceEvent } from '../src/trace/events.ts';

/** How long 20 rules take over stored traces of up to 100,000 events, and what memory that needs. */
const policies = Array.from({ length: 5 }, (_, index) =>
  policy({
    name: `policy ${index}`,
    rules: [
      {
        type: 'block',
        reason: 'sum',
        when: { sumOf: 'input.amount', by: 'input.orderId', exceeds: 1e9, withinMs: 10_000 },
      },
      { type: 'block', reason: 'rate', when: { moreThan: 1e6, calls: 'refund', withinMs: 5_000 } },
      { type: 'block', reason: 'order', when: { all: [{ after: 'delete' }, { withoutPrior: 'find*' }] } },
      { type: 'requireApproval', when: { field: 'input.amount', op: 'gt', value: 1e6 } },
    ],
  }),
);

function traceOf(count: number): TraceEvent[] {
  const events: TraceEvent[] = [];
  for (let number = 1; events.length < count; number += 1) {
    const about = { callId: `run/refund#${number}`, scope: 'run', toolName: 'refund' };
    const input = { amount: (number % 100) / 4, orderId: `o${number % 500}` };
    events.push({ seq: events.length + 1, type: 'tool.requested', ...about, stepIndex: 0, input });
    events.push({ seq: events.length + 1, type: 'tool.allowed', ...about, atMs: number });
    events.push({ seq: events.length + 1, type: 'tool.attempt_started', ...about, attempt: 1 });
    events.push({ seq: events.length + 1, type: 'tool.succeeded', ...about, output: { ok: true } });
  }
  return events;
}

for (const count of [12_500, 25_000, 50_000, 100_000]) {
  const trace = buildTrace('main', traceOf(count));
  const start = performance.now();
  const cpu = process.cpuUsage();
  const findings = checkTrace(trace, policies);
  const used = process.cpuUsage(cpu);
  const seconds = ((performance.now() - start) / 1000).toFixed(2);
  const megabytes = Math.round(process.memoryUsage().rss / 2 ** 20);
  const processor = ((used.user + used.system) / 1e6).toFixed(2);
  console.log(
    `${count} events, 20 rules: ${seconds} s (${processor} s cpu), ${megabytes} MB, ${findings.length} findings`,
  );
}
