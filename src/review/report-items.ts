import { fingerprint } from '../core/canonical.ts';
import type { Finding, Location, Severity } from '../trace/finding.ts';
import { groupDifferences, type DifferenceGroup } from './group-differences.ts';
import type { Report, TestReport } from './report.ts';
import { withConfig } from './text/with-config.ts';
import { printedValue } from './text/printed-value.ts';

/** One thing a reviewer must look at, as every machine-readable view tells it: same ids and same count in all of them. */
export interface ReportItem {
  id: string;
  ruleId: string;
  severity: Severity;
  message: string;
  toolName?: string;
  location?: Location;
  /** Ids of the tests that show it. */
  testIds: string[];
  /** What to do or run next. */
  hint?: string;
}

/** Findings, changes of behaviour (the same change in many tests once), misses, unused recordings and problems, worst first. */
export function reportItems(report: Report): ReportItem[] {
  const { tests, findings, unusedRecordings, problems } = report;
  const items: ReportItem[] = [
    ...problems.map(problemItem),
    ...findings.map((finding) => findingItem(finding, tests)),
    ...groupDifferences(tests).map((group) => changeItem(group, tests)),
    ...tests.flatMap(missItems),
    ...unusedRecordings.map(unusedItem),
  ];
  const order = { error: 0, warning: 1, info: 2 };
  const named = items.map((item) =>
    item.hint === undefined ? item : { ...item, hint: withConfig(item.hint, report.configFile) },
  );
  return named.sort((left, right) => order[left.severity] - order[right.severity]);
}

function problemItem(message: string): ReportItem {
  const id = fingerprint(['run/problem', message]);
  return { id, ruleId: 'run/problem', severity: 'error', message, testIds: [] };
}

function findingItem(finding: Finding, tests: readonly TestReport[]): ReportItem {
  const shown = tests.filter(({ record }) => record?.findings.some(({ id }) => id === finding.id));
  const location = finding.location ?? shown[0]?.location;
  const hint = [finding.fix, finding.reproduce].filter((text) => text !== undefined).join(' ');
  return {
    id: finding.id,
    ruleId: finding.ruleId,
    severity: finding.severity,
    message: finding.message,
    ...(finding.toolName !== undefined && { toolName: finding.toolName }),
    ...(location !== undefined && { location }),
    testIds: shown.map(({ id }) => id),
    ...(hint !== '' && { hint }),
  };
}

const severityOfChange: Record<DifferenceGroup['severity'], Severity> = {
  high: 'error',
  medium: 'warning',
  low: 'info',
};

function changeItem(group: DifferenceGroup, tests: readonly TestReport[]): ReportItem {
  const { example, testIds } = group;
  const location = tests.find(({ id }) => id === testIds[0])?.location;
  const values =
    example.path === undefined || example.kind === 'schema-changed'
      ? ''
      : ` (${shown(example.expected)} → ${shown(example.actual)})`;
  const also = testIds.length > 1 ? ` The same in ${testIds.length - 1} more tests.` : '';
  return {
    id: fingerprint(['golden/changed', group.signature]),
    ruleId: 'golden/changed',
    severity:
      isReviewed(testIds, tests) && group.severity === 'high' ? 'warning' : severityOfChange[group.severity],
    message: `${example.message.replace(/\.$/, '')}${values}.${also}`,
    ...(example.toolName !== '' && { toolName: example.toolName }),
    ...(location !== undefined && { location }),
    testIds,
    hint: `npx touchstone diff ${testIds[0] ?? ''}`,
  };
}

/** Whether a branch proposes the change everywhere and says why: then it is to be looked at, not to be mended. */
function isReviewed(testIds: readonly string[], tests: readonly TestReport[]): boolean {
  return tests
    .filter(({ id }) => testIds.includes(id))
    .every(({ proposed }) => proposed?.reason !== undefined);
}

function shown(value: unknown): string {
  return value === undefined ? 'absent' : printedValue(value, 60);
}

function missItems(test: TestReport): ReportItem[] {
  return (test.record?.misses ?? []).map(({ callId, toolName, message }) => ({
    id: fingerprint(['replay/miss', test.id, callId]),
    ruleId: 'replay/miss',
    severity: 'error' as const,
    message: message.split('\n')[0] ?? message,
    toolName,
    ...(test.location !== undefined && { location: test.location }),
    testIds: [test.id],
    hint: `npx touchstone record ${test.spec}`,
  }));
}

function unusedItem(recording: string): ReportItem {
  return {
    id: fingerprint(['golden/unused', recording]),
    ruleId: 'golden/unused',
    severity: 'warning',
    message: `No test uses the golden recording ${recording}.`,
    location: { file: recording, line: 1 },
    testIds: [],
    hint: `git rm ${recording}`,
  };
}
