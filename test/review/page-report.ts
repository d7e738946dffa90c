import type { Report, TestReport } from '../../src/review/report.ts';
import type { Trace, TraceCall } from '../../src/trace/trace.ts';
import { compareTraces } from '../../src/compare/compare-traces.ts';
import { exampleReport, exampleRun, exampleTest, secondRefund } from './example-report.ts';

function call(position: number, toolName: string, input: unknown, more: Partial<TraceCall> = {}): TraceCall {
  const agentName = toolName === 'issueRefund' ? 'refund-specialist' : 'triage';
  return {
    callId: `support/${agentName}/${toolName}#${position}`,
    scope: `support/${agentName}`,
    toolName,
    agentName,
    input,
    status: 'succeeded',
    output: { ok: true },
    attempts: [{ attempt: 1, outcome: 'succeeded' }],
    policyDecisions: [],
    ...more,
  };
}

/** The golden trace of a story with lookups, a refund that a person approved, a retry and a mail. */
export function goldenTrace(): Trace {
  const calls = [
    call(
      1,
      'lookupOrder',
      { orderId: 'o-1' },
      {
        output: {
          id: 'o-1',
          total: 40,
          items: [{ sku: 'mug', quantity: 1 }],
          customer: { name: '[REDACTED:name#1]', address: { city: 'Graz', province: 'Styria' } },
        },
      },
    ),
    call(2, 'findCustomer', { orderId: 'o-1' }, { output: { customerId: 'c-7', tier: 'gold' } }),
    call(3, 'checkPolicy', { tier: 'gold', reason: 'broken mug' }, { output: { refundable: true } }),
    call(4, 'listShipments', { orderId: 'o-1' }, { output: [] }),
    call(
      5,
      'issueRefund',
      { orderId: 'o-1', amount: 40, reason: 'broken mug' },
      {
        output: { refundId: 're_1', amount: 40 },
        policyDecisions: [
          { policyName: 'refund-limit', ruleIndex: 0, ruleType: 'requireApproval', reason: 'over 25' },
        ],
        approval: {
          approvalId: 'a-1',
          reasons: ['over 25'],
          decision: 'approved',
          decidedBy: 'mia',
          note: 'photo seen',
        },
        attempts: [
          {
            attempt: 1,
            outcome: 'timed_out',
            error: { code: 'TOOL_TIMED_OUT', status: 500, message: 'tool issueRefund timed out after 500ms' },
          },
          { attempt: 2, outcome: 'succeeded' },
        ],
      },
    ),
    call(6, 'sendMail', { to: '[REDACTED:email#1]', template: 'refund-done' }, { output: { queued: true } }),
    call(7, 'closeTicket', { id: 't-1' }),
  ];
  return {
    name: 'main',
    target: { kind: 'workflow', name: 'support' },
    input: { ticket: 'broken mug' },
    status: 'completed',
    output: { text: 'done' },
    events: [],
    calls,
  };
}

/** The story as it went now: another amount, another field name, a further mail, no lookup of shipments. */
export function changedTrace(): Trace {
  const trace = structuredClone(goldenTrace());
  const [lookup, customer, policy, , refund, mail, close] = trace.calls as [
    TraceCall,
    TraceCall,
    TraceCall,
    TraceCall,
    TraceCall,
    TraceCall,
    TraceCall,
  ];
  lookup.output = {
    id: 'o-1',
    total: 40,
    items: [{ sku: 'mug', quantity: 1 }],
    customer: { name: '[REDACTED:name#1]', address: { city: 'Graz', state: 'Styria' } },
  };
  refund.input = { orderId: 'o-1', amount: 400, reason: 'broken mug' };
  refund.output = { refundId: 're_1', amount: 400 };
  delete refund.approval;
  refund.policyDecisions = [];
  const second = {
    ...structuredClone(mail),
    callId: 'support/triage/sendMail#2',
    input: { to: '[REDACTED:email#1]', template: 'survey' },
  };
  const blocked: TraceCall = {
    ...close,
    status: 'blocked',
    error: {
      code: 'TOOL_BLOCKED',
      status: 403,
      message: 'closeTicket is blocked by policy "open-until-paid".',
    },
    policyDecisions: [
      { policyName: 'open-until-paid', ruleIndex: 1, ruleType: 'block', reason: 'not paid yet' },
    ],
    attempts: [],
  };
  delete blocked.output;
  trace.calls = [lookup, customer, policy, refund, mail, second, blocked];
  return trace;
}

/** A report as a real suite gives it: green tests, a changed one, others with the same change, findings, a miss, a new one. */
export function storyReport(tests = 24): Report {
  const [golden, actual] = [goldenTrace(), changedTrace()];
  const readOnlyTools = ['lookupOrder', 'findCustomer', 'checkPolicy', 'listShipments'];
  const { differences } = compareTraces(golden, actual, { readOnlyTools });
  const timings = actual.calls.map(({ callId }, index) => ({
    callId,
    startMs: index * 40,
    endMs: index * 40 + (index === 3 ? 130 : 25),
  }));
  const changed = exampleRun({ calls: 7, differences, golden, trace: actual });
  const renamed = differences.filter(({ path }) => path?.includes('province'));
  const same = (index: number): TestReport =>
    exampleTest(
      `order story ${index}`,
      {
        runs: [
          exampleRun({
            calls: 7,
            trace: golden,
            ...(index === 3 && { timings, executed: 7, trace: actual }),
          }),
        ],
      },
      {
        spec: `specs/order-${index % 5}.spec.ts`,
        durationMs: 8 + (index % 7) * 3,
        id: `order/story-${index}`,
        name: `order > story ${index}`,
      },
    );
  const special = [
    exampleTest(
      'small order',
      {
        runs: [changed],
        pending: 'recordings/refund/small-order.trace.new.json',
        pendingReason: 'changed',
        findings: [secondRefund],
      },
      { durationMs: 42 },
    ),
    exampleTest('renamed field', {
      runs: [
        exampleRun({
          calls: 7,
          differences: renamed,
          golden,
          trace: { ...golden, calls: [actual.calls[0]!, ...golden.calls.slice(1)] },
        }),
      ],
    }),
    exampleTest(
      'missing call',
      {
        misses: [
          {
            callId: 'c',
            toolName: 'issueRefund',
            message:
              'REPLAY_MISMATCH  issueRefund was called with arguments that were never recorded.\n  called    refund-specialist → issueRefund { orderId: "o-2", amount: 40 }\n  nearest   refund-specialist → issueRefund { orderId: "o-1", amount: 40 }',
          },
        ],
      },
      { state: 'failed' },
    ),
    exampleTest('new story', {
      runs: [exampleRun({ calls: 7, compared: false, executed: 7, trace: golden })],
      pending: 'recordings/refund/new-story.trace.new.json',
      pendingReason: 'new',
    }),
    exampleTest('not today', {}, { state: 'skipped' }),
    exampleTest('leaks a mail address', {
      findings: [
        {
          id: 'leak-1',
          ruleId: 'leak/sensitive-field',
          severity: 'error',
          toolName: 'findCustomer',
          message: 'The value of a field marked sensitive left the tool that received it.',
          location: { file: 'specs/support.spec.ts', line: 31 },
          evidence: {
            field: 'email',
            appears: [
              'step 2 agent output',
              'call 3 sendMail input.body, base64',
              'model request 2 messages[3]',
            ],
            'recorded as': '[REDACTED:email#1]',
          },
          fix: 'Hand on the customer id and let sendMail look the address up.',
          reproduce: "npx touchstone run specs/support.spec.ts -t 'leaks a mail address'",
        },
      ],
    }),
  ];
  return exampleReport([
    ...special,
    ...Array.from({ length: Math.max(0, tests - special.length) }, (_, index) => same(index)),
  ]);
}
