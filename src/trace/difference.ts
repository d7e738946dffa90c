/** The ten ways in which a run can differ from its golden trace, and the two in which its frame can. */
export type DifferenceKind =
  | 'added'
  | 'removed'
  | 'moved'
  | 'args-changed'
  | 'result-changed'
  | 'status-changed'
  | 'attempts-changed'
  | 'policy-changed'
  | 'approval-changed'
  | 'schema-changed'
  | 'run-input-changed'
  | 'run-outcome-changed';

export type DifferenceSeverity = 'high' | 'medium' | 'low';

/** One named difference between a golden trace and a run. */
export interface Difference {
  kind: DifferenceKind;
  toolName: string;
  agentName?: string;
  callId?: string;
  /** Where inside the call it differs, such as `input.amount`. */
  path?: string;
  expected?: unknown;
  actual?: unknown;
  severity: DifferenceSeverity;
  /** One sentence for people. */
  message: string;
  /** Place of the call among the golden calls or, for added calls, among the actual ones; from 1. */
  position?: number;
}
