import type { Difference, DifferenceSeverity } from '../trace/difference.ts';
import type { TestReport } from './report.ts';

/** One change of behaviour, however many tests show it. */
export interface DifferenceGroup {
  signature: string;
  /** The change as the first test shows it. */
  example: Difference;
  severity: DifferenceSeverity;
  count: number;
  /** Ids of the tests that show it. */
  testIds: string[];
}

/** The same text for the same kind of change of one tool at one place, whatever the values and list positions. */
export function signatureOf(difference: Difference): string {
  const { kind, toolName, path = '', expected, actual } = difference;
  const change = `${expected === undefined ? '' : 'from'}${actual === undefined ? '' : 'to'}`;
  const status =
    kind === 'status-changed' || kind === 'run-outcome-changed'
      ? `${String(expected)}>${String(actual)}`
      : '';
  return [kind, toolName, path.replace(/\[\d+\]/g, '[*]'), change, status].join(' ');
}

const severityOrder = { high: 0, medium: 1, low: 2 };

/** Gathers the differences of all tests into changes, the gravest and most frequent first. */
export function groupDifferences(tests: readonly TestReport[]): DifferenceGroup[] {
  const groups = new Map<string, DifferenceGroup>();
  for (const test of tests) {
    for (const difference of differencesOf(test)) {
      const signature = signatureOf(difference);
      const known = groups.get(signature);
      if (known === undefined) {
        const { severity } = difference;
        groups.set(signature, { signature, example: difference, severity, count: 1, testIds: [test.id] });
      } else {
        known.count += 1;
        if (!known.testIds.includes(test.id)) known.testIds.push(test.id);
        if (severityOrder[difference.severity] < severityOrder[known.severity])
          known.severity = difference.severity;
      }
    }
  }
  return [...groups.values()].sort(
    (left, right) => severityOrder[left.severity] - severityOrder[right.severity] || right.count - left.count,
  );
}

/** All differences of a test, over its runs. */
export function differencesOf(test: TestReport): Difference[] {
  return test.record?.runs.flatMap((run) => run.differences) ?? [];
}

/** The gravest of some differences; `low` where there are none. */
export function gravest(differences: readonly Difference[]): DifferenceSeverity {
  const found = (severity: DifferenceSeverity) =>
    differences.some((difference) => difference.severity === severity);
  return found('high') ? 'high' : found('medium') ? 'medium' : 'low';
}
