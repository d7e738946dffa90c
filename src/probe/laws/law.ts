import type { Violation } from '../../fuzz/search/search.ts';
import type { Severity } from '../../trace/finding.ts';

/** The laws that a tool is tried against, in the order in which they are reported. */
export const lawNames = [
  'no-crash',
  'output-matches',
  'ends-in-time',
  'no-pollution',
  'keeps-secrets',
  'reads-only',
  'refuses-invalid',
  'survives-edges',
] as const;

export type LawName = (typeof lawNames)[number];

/** How one input broke a law. */
export interface LawViolation extends Violation {
  law: LawName;
  ruleId: string;
  severity: Severity;
  /** What was seen, as the end of a sentence that begins with the tool's name. */
  observed: string;
  /** What the law asks for, one sentence. */
  expected: string;
  fix: string;
  evidence?: Record<string, unknown>;
}
