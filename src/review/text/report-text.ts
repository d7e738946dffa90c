import type { Colors } from 'picocolors/types.js';
import { printable } from '../../core/printable.ts';
import type { Report, TestReport, Verdict } from '../report.ts';
import { findingLines } from './finding-text.ts';
import { differencesOf } from '../group-differences.ts';
import { nextLines } from './next-lines.ts';
import { overviewLines } from './overview-lines.ts';
import { failureBlocks } from './test-text.ts';
import { withConfig } from './with-config.ts';
import { counted, duration } from './words.ts';

const LISTED = 20;

/**
 * The whole report for a terminal: the first line says what happened, the last what to do next. Everything that came
 * from outside is printed harmless.
 */
export function reportText(report: Report, colors: Colors): string {
  const blocks = [
    [headline(report, colors)],
    overviewLines(report, colors),
    ...report.problems.map((problem) => [`${colors.red('could not run')}  ${printable(problem)}`]),
    // A test with a problem of its own stands among what could not run.
    ...failureBlocks(
      report.tests.filter(({ record }) => record?.problem === undefined),
      colors,
    ),
    ...report.findings.map((finding) => findingLines(finding, colors)),
    unusedLines(report.unusedRecordings, colors),
    pendingLines(report.tests, colors),
    changedToolLines(report.tests, colors),
    [summaryLine(report), ...nextLines(report, colors)],
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) =>
      lines
        .map((line) => (line === '' ? '' : ` ${harmless(withConfig(line, report.configFile))}`))
        .join('\n'),
    )
    .join('\n\n');
}

// A CI server obeys lines that begin with `::` or hold `##[`, also behind white space.
function harmless(line: string): string {
  return line.replace(/^(\s*):(?=:)/, '$1\u2236').replaceAll('##[', '# #[');
}

function headline(report: Report, colors: Colors): string {
  const seed = report.seed === undefined ? '' : `   seed ${report.seed}`;
  return `${verdictWord(report.verdict, colors)}   TOUCHSTONE ${printable(report.toolVersion)}   mode ${printable(report.mode)}${colors.dim(seed)}`;
}

function verdictWord(verdict: Verdict, colors: Colors): string {
  if (verdict === 'passed') return colors.green('✓ passed');
  if (verdict === 'changed') return colors.yellow('~ changed');
  return colors.red(verdict === 'failed' ? '✗ failed' : '✗ could not run');
}

function summaryLine({ tests, totals, durationMs }: Report): string {
  const failed = totals.failed === 0 ? [] : [`${totals.failed} of ${counted(totals.tests, 'test')} failed`];
  const misses = totals.misses === 0 ? [] : [totals.misses === 1 ? '1 miss' : `${totals.misses} misses`];
  const probed = tests.some(({ record }) => (record?.probes?.length ?? 0) + (record?.fuzz?.length ?? 0) > 0);
  const executed =
    totals.executed === 0
      ? `${counted(totals.runs, 'run')} replayed in ${duration(durationMs)}, no tool was executed${probed ? ' but by the probes' : ''}`
      : `${counted(totals.runs, 'run')} in ${duration(durationMs)}, ${counted(totals.executed, 'tool call')} executed`;
  const found = [counted(totals.findings, 'finding'), counted(totals.differences, 'difference')];
  return [...failed, ...misses, ...found, executed].join(' · ');
}

function unusedLines(recordings: readonly string[], colors: Colors): string[] {
  if (recordings.length === 0) return [];
  return [
    `${colors.red('unused')}  ${counted(recordings.length, 'golden recording')} that no test uses; delete what is out of date`,
    ...listed(recordings.map((file) => `  ${printable(file)}`)),
  ];
}

function pendingLines(tests: readonly TestReport[], colors: Colors): string[] {
  const fresh = tests.filter(({ record }) => record?.pendingReason === 'new');
  const changed = tests.filter(
    (test) => test.record?.pendingReason === 'changed' && differencesOf(test).length === 0,
  );
  return [...newLines(fresh, colors), ...waitingLines(changed, colors)];
}

// Recorded earlier and not yet reviewed: the replay is green, since it holds to what is golden.
function waitingLines(changed: readonly TestReport[], colors: Colors): string[] {
  if (changed.length === 0) return [];
  return [
    `${colors.yellow('waits')}  ${counted(changed.length, 'changed recording')} not yet reviewed`,
    ...listed(changed.map(({ record }) => `  ${printable(record?.pending ?? '')}`)),
  ];
}

function newLines(fresh: readonly TestReport[], colors: Colors): string[] {
  if (fresh.length === 0) return [];
  return [
    `${colors.yellow('new')}  ${counted(fresh.length, 'recording')} without a golden yet`,
    ...listed(fresh.map(({ record }) => `  ${printable(record?.pending ?? '')}`)),
  ];
}

function changedToolLines(tests: readonly TestReport[], colors: Colors): string[] {
  const names = [...new Set(tests.flatMap(({ record }) => record?.changedTools ?? []))].sort();
  return listed(
    names.map(
      (name) =>
        `${colors.yellow('changed')}  ${printable(name)} changed since it was recorded; see what it does now: npx touchstone record`,
    ),
  );
}

function listed(lines: string[]): string[] {
  return lines.length <= LISTED ? lines : [...lines.slice(0, LISTED), `  … ${lines.length - LISTED} more`];
}
