import type { Colors } from 'picocolors/types.js';
import { printable } from '../../core/printable.ts';
import type { Report, TestReport } from '../report.ts';
import { counted } from './words.ts';

/** One line for each spec file, for fuzzing and for probes. */
export function overviewLines(report: Report, colors: Colors): string[] {
  const specs = new Map<string, TestReport[]>();
  for (const test of report.tests) specs.set(test.spec, [...(specs.get(test.spec) ?? []), test]);
  const rows = [...specs].map(([spec, tests]) => specRow(spec, tests, colors));
  const widths = [0, 1, 2].map((column) =>
    Math.min(60, Math.max(0, ...rows.map((row) => row[column]!.length))),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('   ')
      .trimEnd(),
  );
  return [...lines, ...fuzzLine(report.tests), ...probeLine(report.tests)];
}

function specRow(
  spec: string,
  tests: readonly TestReport[],
  colors: Colors,
): [string, string, string, string] {
  const runs = tests.flatMap(({ record }) => record?.runs ?? []);
  const calls = runs.reduce((sum, run) => sum + run.calls, 0);
  const [first, second] =
    runs.length === 0
      ? [counted(tests.length, 'test'), '']
      : [counted(runs.length, 'run'), counted(calls, 'call')];
  return [printable(spec), first, second, specState(tests, colors)];
}

function specState(tests: readonly TestReport[], colors: Colors): string {
  const records = tests.flatMap(({ record }) => record ?? []);
  const differences = records.flatMap(({ runs }) => runs.flatMap((run) => run.differences)).length;
  const misses = records.flatMap((record) => record.misses).length;
  const findings = new Set(records.flatMap((record) => record.findings.map(({ id }) => id))).size;
  const failed = tests.filter(({ state }) => state === 'failed').length;
  const skipped = tests.filter(({ state }) => state === 'skipped').length;
  const fresh = records.filter(({ pendingReason }) => pendingReason === 'new').length;
  const compared = records.some(({ runs }) => runs.some((run) => run.compared));
  const notes = [
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(fresh > 0 ? [`${fresh} new`] : []),
    ...(records.some(({ problem }) => problem !== undefined) ? ['could not run'] : []),
  ];
  const wrong = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(differences > 0 ? [counted(differences, 'difference')] : []),
    ...(misses > 0 ? [misses === 1 ? '1 miss' : `${misses} misses`] : []),
    ...(findings > 0 ? [counted(findings, 'finding')] : []),
  ];
  // What a branch proposes is to be looked at; it is not wrong.
  const proposes =
    differences > 0 &&
    failed + misses + findings === 0 &&
    tests.some(({ proposed }) => proposed !== undefined);
  const bad = proposes ? colors.yellow(`~ ${wrong.join(' · ')}`) : colors.red(`✗ ${wrong.join(' · ')}`);
  const state = wrong.length > 0 ? bad : goodState(compared, tests.length > skipped, colors);
  return [state, ...notes].filter((text) => text !== '').join('   ');
}

function goodState(compared: boolean, ran: boolean, colors: Colors): string {
  if (!ran) return '';
  return colors.green(compared ? '✓ golden' : '✓');
}

function fuzzLine(tests: readonly TestReport[]): string[] {
  const fuzzed = tests.flatMap(({ record }) => record?.fuzz ?? []);
  if (fuzzed.length === 0) return [];
  const inputs = fuzzed.reduce((sum, { inputs: count }) => sum + count, 0);
  const tools = new Set(fuzzed.map(({ toolName }) => toolName)).size;
  return [`fuzz     ${counted(tools, 'tool')}   ${counted(inputs, 'input')}`];
}

function probeLine(tests: readonly TestReport[]): string[] {
  const probes = tests.flatMap(({ record }) => record?.probes ?? []);
  if (probes.length === 0) return [];
  const byVerdict = new Map<string, number>();
  for (const { verdict } of probes) byVerdict.set(verdict, (byVerdict.get(verdict) ?? 0) + 1);
  const verdicts = [...byVerdict].map(([verdict, count]) => `${printable(verdict)} ${count}`).join(' · ');
  return [`probes   ${counted(probes.length, 'probe')}   ${verdicts}`];
}
