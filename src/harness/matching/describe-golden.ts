import type { Difference } from '../../trace/difference.ts';
import type { RecordedRun } from '../session/recorded-run.ts';

const MAX_SHOWN = 20;

/** Says how a run differs from its golden trace, most severe first. */
export function describeDifferences(run: RecordedRun, differences: readonly Difference[]): string {
  const rank = { high: 0, medium: 1, low: 2 };
  const sorted = differences.toSorted((left, right) => rank[left.severity] - rank[right.severity]);
  const lines = sorted.slice(0, MAX_SHOWN).map(({ kind, message }) => `  ${kind}  ${message}`);
  if (sorted.length > MAX_SHOWN) lines.push(`  … and ${sorted.length - MAX_SHOWN} more`);
  const count = differences.length === 1 ? '1 difference' : `${differences.length} differences`;
  return [`The run "${run.name}" differs from its golden trace in ${count}:`, ...lines].join('\n');
}
