import { differencesOf, gravest, groupDifferences, type DifferenceGroup } from '../group-differences.ts';
import type { Report, TestReport } from '../report.ts';
import { reportItems, type ReportItem } from '../report-items.ts';
import { printedValue } from '../text/printed-value.ts';
import { counted, duration } from '../text/words.ts';
import { markdownCode } from './markup.ts';

const ROWS = 20;

/** The longest body that GitHub takes for a comment, in characters. */
export const COMMENT_LIMIT = 65_536;

/** The report for a step summary or a comment on a pull request: verdict, changed behaviour, findings, tests. */
export function markdownSummary(report: Report, limit = COMMENT_LIMIT): string {
  const sections = [
    [`## ${verdictLine(report)}`, '', totalsLine(report)],
    changeSection(groupDifferences(report.tests)),
    itemSection(reportItems(report).filter(({ ruleId }) => ruleId !== 'golden/changed')),
    testSection(report.tests),
    nextSection(report),
  ].filter((lines) => lines.length > 0);
  let text = '';
  for (const [index, lines] of sections.entries()) {
    const section = `${lines.join('\n')}\n\n`;
    const room = limit - text.length - 120;
    if (section.length > room)
      return `${text}_${sections.length - index} more sections are left out; see the report page._\n`;
    text += section;
  }
  return text;
}

function verdictLine({ verdict, totals }: Report): string {
  if (verdict === 'passed') return '✅ Touchstone: passed';
  if (verdict === 'changed') return `🔎 Touchstone: ${counted(totals.differences, 'changed call')} to review`;
  if (verdict === 'could-not-run') return '⛔ Touchstone: could not run';
  const parts = [
    ...(totals.differences > 0 ? [counted(totals.differences, 'changed call')] : []),
    ...(totals.findings > 0 ? [counted(totals.findings, 'finding')] : []),
    ...(totals.misses > 0 ? [totals.misses === 1 ? '1 replay miss' : `${totals.misses} replay misses`] : []),
    ...(totals.failed > 0 ? [counted(totals.failed, 'failed test')] : []),
  ];
  return `❌ Touchstone: ${parts.join(', ') || 'failed'}`;
}

function totalsLine({ totals, durationMs, mode }: Report): string {
  const executed =
    totals.executed === 0 ? 'no tool executed' : `${counted(totals.executed, 'tool call')} executed`;
  return `${counted(totals.tests, 'test')}, ${counted(totals.runs, 'run')}, ${counted(totals.calls, 'call')} in ${duration(durationMs)}; mode ${mode.replace(/\W/g, '')}; ${executed}.`;
}

function changeSection(groups: readonly DifferenceGroup[]): string[] {
  if (groups.length === 0) return [];
  const rows = groups.slice(0, ROWS).map(({ example, severity, testIds }) => {
    const tool = example.toolName === '' ? 'the run' : markdownCode(example.toolName);
    if (example.path === undefined && example.kind !== 'added' && example.kind !== 'removed') {
      return `| ${severityMarks[severity]} ${severity} | ${tool} | ${example.kind} | ${markdownCode(example.message)} | | | ${testIds.length} |`;
    }
    const path = example.path === undefined ? '' : markdownCode(example.path);
    const before = example.expected === undefined ? '–' : markdownCode(printedValue(example.expected, 80));
    const now = example.actual === undefined ? '–' : markdownCode(printedValue(example.actual, 80));
    return `| ${severityMarks[severity]} ${severity} | ${tool} | ${example.kind} | ${path} | ${before} | ${now} | ${testIds.length} |`;
  });
  return [
    '### Changed behaviour',
    '',
    '| severity | tool | change | where | golden | now | tests |',
    '| --- | --- | --- | --- | --- | --- | ---: |',
    ...rows,
    ...more(groups.length),
  ];
}

const severityMarks = { high: '🔴', medium: '🟠', low: '⚪' };
const itemMarks = { error: '🔴', warning: '🟠', info: '⚪' };

function itemSection(items: readonly ReportItem[]): string[] {
  if (items.length === 0) return [];
  const lines = items.slice(0, ROWS).map((item) => {
    const place =
      item.location === undefined
        ? ''
        : ` at ${markdownCode(`${item.location.file}:${item.location.line ?? 1}`)}`;
    const hint = item.hint === undefined ? '' : `<br>${markdownCode(item.hint)}`;
    return `- ${itemMarks[item.severity]} ${markdownCode(item.ruleId)}${place}: ${markdownCode(item.message)}${hint}`;
  });
  return ['### Findings', '', ...lines, ...more(items.length)];
}

function testSection(tests: readonly TestReport[]): string[] {
  const touched = tests.filter((test) => test.state === 'failed' || differencesOf(test).length > 0);
  if (touched.length === 0) return [];
  const rows = touched.slice(0, ROWS).map((test) => {
    const differences = differencesOf(test);
    const of = (kind: string) => differences.filter((difference) => difference.kind === kind).length;
    const changed = differences.length - of('added') - of('removed');
    const severity = differences.length === 0 ? '' : gravest(differences);
    return `| ${markdownCode(test.name)} | ${test.state} | +${of('added')} −${of('removed')} ~${changed} | ${severity} | ${test.record?.findings.length ?? 0} | ${reasonOf(test)} |`;
  });
  return [
    '### Tests',
    '',
    '| test | state | calls | severity | findings | reason |',
    '| --- | --- | --- | --- | ---: | --- |',
    ...rows,
    ...more(touched.length),
  ];
}

function reasonOf({ proposed }: TestReport): string {
  if (proposed === undefined) return '';
  return proposed.reason === undefined ? '**none given**' : markdownCode(proposed.reason);
}

function nextSection(report: Report): string[] {
  const changed = report.tests.filter(
    (test) => test.proposed === undefined && differencesOf(test).length > 0,
  );
  if (changed.length === 0) return [];
  const words = 'If the new behaviour is right, accept it locally and commit the golden traces:';
  return [
    words,
    '',
    `${markdownCode('npx touchstone record')} then ${markdownCode('npx touchstone review')}`,
  ];
}

function more(count: number): string[] {
  return count > ROWS ? ['', `_and ${count - ROWS} more_`] : [];
}
