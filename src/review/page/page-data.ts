import type { Json } from '../../core/json.ts';
import type { Finding } from '../../trace/finding.ts';
import { differencesOf, gravest, groupDifferences } from '../group-differences.ts';
import type { Report, TestReport } from '../report.ts';
import { locationText } from '../text/finding-text.ts';
import { withConfig } from '../text/with-config.ts';
import { shellWord } from '../text/words.ts';
import type { HistoryPoint, PageData, PageFinding, PageTest } from './page-model.ts';
import { pageDifference } from './page-difference.ts';
import { pageRun } from './page-rows.ts';
import { shown } from './shown-value.ts';
import { toolFigures } from './tool-figures.ts';

/** What the page shows of a report: aligned calls, grouped changes, findings, figures. */
export function pageData(report: Report, history: readonly HistoryPoint[] = []): PageData {
  const { toolVersion, mode, seed, verdict, durationMs, totals, problems, unusedRecordings } = report;
  const tests = report.tests.map((test) => pageTest(test, report.configFile));
  return {
    toolVersion,
    mode,
    ...(seed !== undefined && { seed }),
    verdict,
    durationMs,
    totals,
    tests,
    groups: groupDifferences(report.tests).map(({ example, count, testIds }) => ({
      toolName: example.toolName,
      difference: pageDifference(example),
      count,
      testIds,
    })),
    findings: report.findings.map((finding) => pageFinding(finding, report.tests)),
    problems: [...problems],
    unusedRecordings: [...unusedRecordings],
    tools: toolFigures(tests),
    history: [...history],
  };
}

function pageTest(test: TestReport, configFile: string | undefined): PageTest {
  const { record } = test;
  const differences = differencesOf(test);
  const reason = gravest(differences) === 'high' ? ' --reason "…"' : '';
  return {
    id: test.id,
    name: test.name,
    spec: test.spec,
    ...(test.location?.line !== undefined && { line: test.location.line }),
    state: test.state,
    durationMs: test.durationMs,
    retries: test.retries,
    errors: test.errors,
    ...(record !== undefined && { recording: record.recording }),
    ...(record?.pending !== undefined && { pending: record.pending }),
    ...(record?.pendingReason !== undefined && { pendingReason: record.pendingReason }),
    commands: {
      record: withConfig(`npx touchstone record ${shellWord(test.spec)}`, configFile),
      accept: withConfig(`npx touchstone accept ${shellWord(test.id)}${reason}`, configFile),
      reject: withConfig(`npx touchstone reject ${shellWord(test.id)}`, configFile),
    },
    misses: record?.misses.map(({ message }) => message) ?? [],
    findingIds: record?.findings.map(({ id }) => id) ?? [],
    ...(differences.length > 0 && { severity: gravest(differences) }),
    ...(test.proposed !== undefined && { proposed: test.proposed.reason ?? 'no reason was given' }),
    differences: differences.length,
    runs: record?.runs.map(pageRun) ?? [],
  };
}

function pageFinding(finding: Finding, tests: readonly TestReport[]): PageFinding {
  const { id, ruleId, severity, message, toolName, location, evidence, fix, reproduce } = finding;
  const shownBy = tests.filter(({ record }) => record?.findings.some((other) => other.id === id));
  return {
    id,
    ruleId,
    severity,
    message,
    ...(toolName !== undefined && { toolName }),
    ...(location !== undefined && { place: locationText(location) }),
    evidence: Object.entries(evidence).map(([label, value]): [string, Json] => [label, shown(value)]),
    ...(fix !== undefined && { fix }),
    ...(reproduce !== undefined && { reproduce }),
    testIds: shownBy.map((test) => test.id),
  };
}
