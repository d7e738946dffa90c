import type { DifferenceKind, DifferenceSeverity } from '../trace/difference.ts';

const ofWriteTools: Record<DifferenceKind, DifferenceSeverity> = {
  added: 'high',
  removed: 'high',
  moved: 'medium',
  'args-changed': 'high',
  'result-changed': 'medium',
  'status-changed': 'high',
  'attempts-changed': 'medium',
  'policy-changed': 'medium',
  'approval-changed': 'high',
  'schema-changed': 'medium',
  'run-input-changed': 'medium',
  'run-outcome-changed': 'medium',
};

const ofReadOnlyTools: Record<DifferenceKind, DifferenceSeverity> = {
  ...ofWriteTools,
  added: 'medium',
  removed: 'medium',
  moved: 'low',
  'args-changed': 'medium',
  'result-changed': 'low',
  'status-changed': 'medium',
  'attempts-changed': 'low',
};

/** How much a difference matters, by what the tool can do; a rule that no longer stops a call is always high. */
export function severityOf(
  kind: DifferenceKind,
  { readOnly, loosened = false }: { readOnly: boolean; loosened?: boolean },
): DifferenceSeverity {
  return loosened ? 'high' : (readOnly ? ofReadOnlyTools : ofWriteTools)[kind];
}
