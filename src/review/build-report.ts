import type { Finding } from '../trace/finding.ts';
import { differencesOf, gravest } from './group-differences.ts';
import type { Report, ReportTotals, TestReport, Verdict } from './report.ts';

/** What a run of the specs came to, before it is judged. */
export interface RunOutcome {
  toolVersion: string;
  mode: string;
  seed?: number;
  configFile?: string;
  tests: readonly TestReport[];
  /** Problems that belong to no test, such as a spec that throws when it is imported. */
  problems: readonly string[];
  /** Golden recordings that no test used; empty in runs with a filter. */
  unusedRecordings: readonly string[];
  durationMs: number;
}

/**
 * Judges the outcome of a run: 2 where something could not run or nothing ran, 1 for a failed test, a difference, a miss,
 * a finding of severity error or warning or an unused recording, else 0. Differences that a branch proposes are 1 only
 * where a grave one has no reason. Each finding is told once.
 */
export function buildReport(outcome: RunOutcome): Report {
  const tests = [...outcome.tests];
  const findings = uniqueFindings(tests.flatMap(({ record }) => record?.findings ?? []));
  const totals = countTotals(tests, findings);
  const problems = [
    ...new Set([...outcome.problems, ...tests.flatMap(({ record }) => record?.problem ?? [])]),
  ];
  if (tests.every(({ state }) => state === 'skipped') && problems.length === 0) {
    problems.push(
      'No test ran. Check the filter, and that `specs` in touchstone.config.ts matches your spec files.',
    );
  }
  const unusedRecordings = [...outcome.unusedRecordings];
  const { verdict, exitCode } = judge({ tests, findings, totals, problems, unusedRecordings });
  return {
    schemaVersion: 1,
    toolVersion: outcome.toolVersion,
    mode: outcome.mode,
    ...(outcome.seed !== undefined && { seed: outcome.seed }),
    ...(outcome.configFile !== undefined && { configFile: outcome.configFile }),
    verdict,
    exitCode,
    tests,
    findings,
    problems,
    unusedRecordings,
    totals,
    durationMs: outcome.durationMs,
  };
}

function judge({
  tests,
  findings,
  totals,
  problems,
  unusedRecordings,
}: Pick<Report, 'tests' | 'findings' | 'totals' | 'problems' | 'unusedRecordings'>): {
  verdict: Verdict;
  exitCode: 0 | 1 | 2;
} {
  if (problems.length > 0) return { verdict: 'could-not-run', exitCode: 2 };
  const proposed = tests.filter((test) => test.proposed !== undefined && differencesOf(test).length > 0);
  const regressed =
    totals.failed + totals.misses + unusedRecordings.length > 0 ||
    tests.some((test) => test.proposed === undefined && differencesOf(test).length > 0) ||
    findings.some(({ severity }) => severity !== 'info');
  if (regressed) return { verdict: 'failed', exitCode: 1 };
  if (proposed.length === 0) return { verdict: 'passed', exitCode: 0 };
  return { verdict: 'changed', exitCode: proposed.some(lacksReason) ? 1 : 0 };
}

/** Whether a proposed change is grave and nobody said why it is right. */
export function lacksReason(test: TestReport): boolean {
  return (
    test.proposed !== undefined &&
    test.proposed.reason === undefined &&
    gravest(differencesOf(test)) === 'high'
  );
}

const severityOrder = { error: 0, warning: 1, info: 2 };

/** Each finding once, worst first, then by rule and tool. */
export function uniqueFindings(findings: readonly Finding[]): Finding[] {
  const byId = new Map<string, Finding>();
  for (const finding of findings) if (!byId.has(finding.id)) byId.set(finding.id, finding);
  const rank = (finding: Finding): string =>
    `${severityOrder[finding.severity]} ${finding.ruleId} ${finding.toolName ?? ''} ${finding.id}`;
  return [...byId.values()].sort((left, right) => (rank(left) < rank(right) ? -1 : 1));
}

function countTotals(tests: readonly TestReport[], findings: readonly Finding[]): ReportTotals {
  const records = tests.flatMap(({ record }) => record ?? []);
  const runs = records.flatMap((record) => record.runs);
  const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
  const inState = (state: TestReport['state']): number => tests.filter((test) => test.state === state).length;
  return {
    specs: new Set(tests.map(({ spec }) => spec)).size,
    tests: tests.length,
    passed: inState('passed'),
    failed: inState('failed'),
    skipped: inState('skipped'),
    runs: runs.length,
    calls: sum(runs.map(({ calls }) => calls)),
    executed: sum(runs.map(({ executed }) => executed)),
    compared: runs.filter(({ compared }) => compared).length,
    differences: sum(runs.map(({ differences }) => differences.length)),
    findings: findings.length,
    misses: sum(records.map(({ misses }) => misses.length)),
    pending: records.filter(({ pending }) => pending !== undefined).length,
  };
}
