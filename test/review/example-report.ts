import type { Difference } from '../../src/trace/difference.ts';
import type { Finding } from '../../src/trace/finding.ts';
import { buildReport, type RunOutcome } from '../../src/review/build-report.ts';
import type { Report, RunReport, TestRecord, TestReport } from '../../src/review/report.ts';

export const amountChanged: Difference = {
  kind: 'args-changed',
  toolName: 'issueRefund',
  agentName: 'refund-specialist',
  callId: 'support/issueRefund#1',
  path: 'input.amount',
  expected: 40,
  actual: 400,
  severity: 'high',
  position: 2,
  message: 'refund-specialist → issueRefund: input.amount changed.',
};

export const secondRefund: Finding = {
  id: 'f-1',
  ruleId: 'tool/not-idempotent',
  severity: 'error',
  toolName: 'issueRefund',
  message: 'A retry after a timeout issued a second refund.',
  location: { file: 'src/tools/refund.ts', line: 12 },
  evidence: {
    probe: 'timeout after commit',
    input: { orderId: '', amount: 0.01 },
    effects: ['once: re_1', 'twice: re_1, re_2'],
  },
  fix: 'Send ctx.idempotencyKey with the request.',
  reproduce: 'npx touchstone probe issueRefund --seed 7:3',
};

export function exampleRun(more: Partial<RunReport> = {}): RunReport {
  return {
    name: 'main',
    mode: 'replay',
    status: 'completed',
    targetName: 'support',
    calls: 4,
    executed: 0,
    differences: [],
    compared: true,
    ...more,
  };
}

export function exampleTest(
  name: string,
  record: Partial<TestRecord> = {},
  more: Partial<TestReport> = {},
): TestReport {
  const slug = name.replaceAll(' ', '-');
  return {
    id: `refund/${slug}`,
    name: `refund > ${name}`,
    spec: 'specs/refund.spec.ts',
    location: { file: 'specs/refund.spec.ts', line: 18, column: 1 },
    state: 'passed',
    errors: [],
    durationMs: 12,
    retries: 0,
    record: {
      spec: 'specs/refund.spec.ts',
      recording: `recordings/refund/${slug}.trace.json`,
      runs: [exampleRun()],
      misses: [],
      unused: [],
      findings: [],
      ...record,
    },
    ...more,
  };
}

export function exampleReport(tests: TestReport[], more: Partial<RunOutcome> = {}): Report {
  return buildReport({
    toolVersion: '0.1.0',
    mode: 'replay',
    seed: 7,
    tests,
    problems: [],
    unusedRecordings: [],
    durationMs: 812,
    ...more,
  });
}
