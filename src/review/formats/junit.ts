import type { Report, TestReport } from '../report.ts';
import { reportItems, type ReportItem } from '../report-items.ts';
import { differencesOf } from '../group-differences.ts';
import { markupText } from './markup.ts';

/**
 * The report as JUnit XML: a suite for each spec with its tests, and one suite `touchstone` in which each thing to look at
 * is a failed case.
 */
export function junitXml(report: Report): string {
  const specs = new Map<string, TestReport[]>();
  for (const test of report.tests) specs.set(test.spec, [...(specs.get(test.spec) ?? []), test]);
  const items = reportItems(report);
  const failures = report.totals.failed + items.filter(isFailure).length;
  const total = report.tests.length + items.length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="touchstone" tests="${total}" failures="${failures}" errors="0" time="${seconds(report.durationMs)}">`,
    ...[...specs].flatMap(([spec, tests]) => suite(spec, tests)),
    ...itemSuite(items),
    '</testsuites>',
    '',
  ].join('\n');
}

function suite(spec: string, tests: readonly TestReport[]): string[] {
  const failed = tests.filter(({ state }) => state === 'failed').length;
  const skipped = tests.filter(({ state }) => state === 'skipped').length;
  const time = seconds(tests.reduce((sum, { durationMs }) => sum + durationMs, 0));
  return [
    `  <testsuite name="${markupText(spec)}" tests="${tests.length}" failures="${failed}" errors="0" skipped="${skipped}" time="${time}">`,
    ...tests.flatMap(testCase),
    '  </testsuite>',
  ];
}

function testCase(test: TestReport): string[] {
  const runs = test.record?.runs ?? [];
  const calls = runs.reduce((sum, run) => sum + run.calls, 0);
  const properties = [
    ['touchstone.id', test.id],
    ['touchstone.runs', String(runs.length)],
    ['touchstone.calls', String(calls)],
    ['touchstone.differences', String(differencesOf(test).length)],
    ...(test.record?.findings ?? []).map((finding) => [
      'touchstone.finding',
      `${finding.ruleId} ${finding.id}`,
    ]),
  ];
  const message = test.errors[0] ?? test.record?.misses[0]?.message ?? 'failed';
  return [
    `    <testcase classname="${markupText(test.spec)}" name="${markupText(test.name)}" time="${seconds(test.durationMs)}">`,
    '      <properties>',
    ...properties.map(([name, value]) => `        <property name="${name}" value="${markupText(value!)}"/>`),
    '      </properties>',
    ...(test.state === 'skipped' ? ['      <skipped/>'] : []),
    ...(test.state === 'failed'
      ? [
          `      <failure message="${markupText(message.split('\n')[0]!)}">${markupText(test.errors.join(' | '))}</failure>`,
        ]
      : []),
    '    </testcase>',
  ];
}

function isFailure({ severity }: ReportItem): boolean {
  return severity !== 'info';
}

function itemSuite(items: readonly ReportItem[]): string[] {
  if (items.length === 0) return [];
  const failures = items.filter(isFailure).length;
  return [
    `  <testsuite name="touchstone" tests="${items.length}" failures="${failures}" errors="0" skipped="0" time="0">`,
    ...items.flatMap(itemCase),
    '  </testsuite>',
  ];
}

function itemCase(item: ReportItem): string[] {
  const name = [item.ruleId, item.toolName].filter((part) => part !== undefined).join(' ');
  const place =
    item.location === undefined
      ? ''
      : ` file="${markupText(item.location.file)}" line="${item.location.line ?? 1}"`;
  const text = markupText([item.message, item.hint].filter((part) => part !== undefined).join(' Next: '));
  const body = isFailure(item)
    ? `<failure type="${markupText(item.ruleId)}" message="${markupText(item.message)}">${text}</failure>`
    : `<system-out>${text}</system-out>`;
  return [
    `    <testcase classname="touchstone" name="${markupText(`${name} ${item.id}`)}"${place} time="0">`,
    `      ${body}`,
    '    </testcase>',
  ];
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(3);
}
