import { printable } from '../../core/printable.ts';
import type { LawReport, ToolCheck } from '../../probe/check-tool.ts';
import { folded } from '../../review/text/words.ts';

/** One tool: the laws that held in one line, then one line for each that was broken or not tried. */
export function checkLines(check: ToolCheck & { effects: 'tried' | 'not allowed' }): string[] {
  const held = check.laws.filter(({ status }) => status === 'held').map(({ law }) => law);
  const lines = [
    `${check.passed ? '✓' : '✗'} ${printable(check.toolName)}  ${held.length > 0 ? held.join(', ') : 'nothing held'}`,
  ];
  if (check.effects === 'not allowed') {
    lines.push(
      '    may have effects: give it a world in touchstone.config.ts, or allow effects with --allow-effects',
    );
    if (held.length === 0 && check.passed) lines[0] = `? ${printable(check.toolName)}  not called`;
  }
  return [...lines, ...check.laws.flatMap(lawLines)];
}

/** A reason that holds for many tools is told in one word in the summary, not on each line. */
const usual = /declares no outputSchema|does not say that it only reads|no world shows/;

function lawLines({ law, status, reason, counterexample, findings }: LawReport): string[] {
  if (status === 'skipped' && reason !== undefined && !usual.test(reason))
    return [`    ? ${law}  ${folded(printable(reason), 160)}`];
  if (status !== 'broken' || counterexample === undefined) return [];
  const more = findings.length > 1 ? ` (${findings.length} different faults)` : '';
  return [`    ✗ ${law}${more}  ${folded(printable(JSON.stringify(counterexample.input)), 120)}`];
}
