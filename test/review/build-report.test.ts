import { expect, test } from 'vitest';
import { groupDifferences } from '../../src/review/group-differences.ts';
import { amountChanged, exampleReport, exampleRun, exampleTest, secondRefund } from './example-report.ts';

const changed = { runs: [exampleRun({ differences: [amountChanged] })] };
const code = (...given: Parameters<typeof exampleReport>) => exampleReport(...given).exitCode;

test('a run in which all is well is 0', () => {
  expect(code([exampleTest('small order')])).toBe(0);
});

test('a failed test, a difference, a miss, a finding or an unused recording is 1', () => {
  expect(code([exampleTest('a', {}, { state: 'failed' })])).toBe(1);
  expect(code([exampleTest('a', changed)])).toBe(1);
  expect(code([exampleTest('a', { misses: [{ callId: 'c', toolName: 't', message: 'm' }] })])).toBe(1);
  expect(code([exampleTest('a', { findings: [secondRefund] })])).toBe(1);
  expect(code([exampleTest('a', { findings: [{ ...secondRefund, severity: 'warning' }] })])).toBe(1);
  expect(code([exampleTest('a')], { unusedRecordings: ['recordings/old.trace.json'] })).toBe(1);
});

test('an info and a recording that waits for its first acceptance are 0', () => {
  expect(code([exampleTest('a', { findings: [{ ...secondRefund, severity: 'info' }] })])).toBe(0);
  const pending = { pending: 'recordings/a.trace.new.json', pendingReason: 'new' as const };
  expect(code([exampleTest('a', { ...pending, runs: [exampleRun({ compared: false })] })])).toBe(0);
});

test('what could not run is 2, also beside a failure, and so is a run of nothing', () => {
  expect(code([exampleTest('a', changed)], { problems: ['specs/b.spec.ts: boom'] })).toBe(2);
  expect(code([exampleTest('a', { problem: 'damaged' })])).toBe(2);
  expect(code([])).toBe(2);
  expect(code([exampleTest('a', {}, { state: 'skipped' })])).toBe(2);
});

test('a finding of several tests is told once, worst findings first', () => {
  const info = { ...secondRefund, id: 'f-0', severity: 'info' as const };
  const report = exampleReport([
    exampleTest('a', { findings: [info, secondRefund] }),
    exampleTest('b', { findings: [secondRefund] }),
  ]);
  expect(report.findings.map(({ id }) => id)).toEqual(['f-1', 'f-0']);
});

test('the same change in several tests is one group with their ids, whatever the values', () => {
  const other = { runs: [exampleRun({ differences: [{ ...amountChanged, expected: 1, actual: 10 }] })] };
  const low = {
    runs: [exampleRun({ differences: [{ ...amountChanged, toolName: 'lookup', severity: 'low' as const }] })],
  };
  const groups = groupDifferences([
    exampleTest('c', low),
    exampleTest('a', changed),
    exampleTest('b', other),
  ]);
  expect(groups.map(({ example, count, testIds }) => ({ tool: example.toolName, count, testIds }))).toEqual([
    { tool: 'issueRefund', count: 2, testIds: ['refund/a', 'refund/b'] },
    { tool: 'lookup', count: 1, testIds: ['refund/c'] },
  ]);
});
