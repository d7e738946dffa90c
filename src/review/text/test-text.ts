import type { Colors } from 'picocolors/types.js';
import { printable } from '../../core/printable.ts';
import { differencesOf, gravest, signatureOf } from '../group-differences.ts';
import type { TestReport } from '../report.ts';
import { differenceLines, differenceSummary } from './difference-text.ts';
import { locationText } from './finding-text.ts';
import { folded, shellWord } from './words.ts';

const SHOWN_ERROR_LINES = 12;

/** A block of lines for each failed test; tests that show the same differences share one. */
export function failureBlocks(tests: readonly TestReport[], colors: Colors): string[][] {
  const failing = tests.filter(
    (test) => test.state === 'failed' || differencesOf(test).length > 0 || hasMiss(test),
  );
  const blocks = new Map<string, TestReport[]>();
  for (const test of failing) {
    const signatures = differencesOf(test).map(signatureOf).sort().join('\n');
    const key = signatures === '' || hasMiss(test) ? test.id : signatures;
    blocks.set(key, [...(blocks.get(key) ?? []), test]);
  }
  return [...blocks.values()].map((same) => testBlock(same, colors));
}

function hasMiss(test: TestReport): boolean {
  return (test.record?.misses.length ?? 0) > 0;
}

function testBlock([test, ...others]: readonly TestReport[], colors: Colors): string[] {
  const { record, name, errors } = test!;
  const recording = record === undefined ? '' : `   ${colors.dim(printable(record.recording))}`;
  const changed = record?.runs.filter((run) => run.differences.length > 0) ?? [];
  const told = changed.length > 0 || hasMiss(test!) || record?.problem !== undefined;
  return [
    `${test!.proposed === undefined ? colors.red('✗') : colors.yellow('~')} ${colors.bold(printable(name))}${recording}`,
    ...changed.flatMap((run) => runLines(run, { named: changed.length > 1, colors })),
    ...(record?.misses.flatMap(({ message }) => message.split('\n').map((line) => `  ${printable(line)}`)) ??
      []),
    ...errorLines(told ? errors.filter((error) => !isToldOtherwise(error)) : errors),
    ...sameChange(others),
    ...whereLines(test!, colors),
  ];
}

// The matchers and the replayer throw what the differences and misses above show in full.
function isToldOtherwise(error: string): boolean {
  return /golden|REPLAY_MISMATCH|never recorded|recorded call/i.test(error);
}

function runLines(
  run: NonNullable<TestReport['record']>['runs'][number],
  { named, colors }: { named: boolean; colors: Colors },
): string[] {
  return [
    `  ${named ? `run ${printable(run.name)}: ` : ''}${differenceSummary(run.differences, gravest(run.differences))}`,
    '',
    ...differenceLines(run.differences, { colors, calls: run.calls }).map((line) => `  ${line}`),
    '',
  ];
}

function errorLines(errors: readonly string[]): string[] {
  return errors.flatMap((error) => {
    const lines = error.split('\n');
    const rest =
      lines.length > SHOWN_ERROR_LINES ? [`  … ${lines.length - SHOWN_ERROR_LINES} more lines`] : [];
    return [...lines.slice(0, SHOWN_ERROR_LINES).map((line) => `  ${folded(printable(line), 240)}`), ...rest];
  });
}

function sameChange(others: readonly TestReport[]): string[] {
  if (others.length === 0) return [];
  const names = others.slice(0, 5).map(({ id }) => printable(id));
  const rest = others.length > 5 ? `, … ${others.length - 5} more` : '';
  return [
    `  same change in ${others.length} other ${others.length === 1 ? 'test' : 'tests'}: ${names.join(', ')}${rest}`,
  ];
}

function whereLines(test: TestReport, colors: Colors): string[] {
  const { record, spec, location } = test;
  const place = location === undefined ? printable(spec) : locationText(location);
  const first = differencesOf(test)[0];
  const where =
    first?.position === undefined
      ? colors.dim(`  ${place}`)
      : `  first differs at call ${first.position} · ${place}`;
  if (record === undefined || record.problem !== undefined) return [where];
  return [where, ...commandLines(test, record)];
}

function commandLines(test: TestReport, record: NonNullable<TestReport['record']>): string[] {
  const { id, spec, name, proposed } = test;
  const differences = differencesOf(test);
  if (proposed !== undefined) {
    return [
      `  reason  ${printable(proposed.reason ?? 'none was given; accept it with --reason, or add a trailer Golden-Change: …')}`,
    ];
  }
  if (record.pending !== undefined) {
    const reason = gravest(differences) === 'high' && differences.length > 0 ? ' --reason "…"' : '';
    return [
      `  look    npx touchstone diff ${shellWord(id)}`,
      `  accept  npx touchstone accept ${shellWord(id)}${reason}`,
    ];
  }
  const again = `npx touchstone record ${shellWord(spec)} -t ${shellWord(lastName(name))}`;
  if (record.misses.length === 0 && differences.length === 0) return [];
  // A recording of a test that failed is not kept; to record once more would change nothing.
  const first = record.runs.some(({ mode }) => mode === 'record')
    ? 'change what the test expects, then '
    : '';
  return [`  if the new behaviour is right   ${first}${again}`];
}

/** The test's own name as a pattern that `-t` finds. */
function lastName(name: string): string {
  const own = name.split(' > ').at(-1) ?? name;
  return own.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
