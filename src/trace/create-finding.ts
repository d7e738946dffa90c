import { fingerprint } from '../core/canonical.ts';
import type { Finding } from './finding.ts';

/** A finding before it has its id. */
export interface NewFinding extends Omit<Finding, 'id'> {
  /**
   * What tells this finding from another of the same rule and tool. Leave out of it what changes from run to run
   * (numbers of calls, ids), so that a finding that was waived or known stays known. @default the evidence
   */
  about?: unknown;
}

/** Makes a finding and computes its id over the rule, the tool and what the finding is about. */
export function createFinding({ about, ...finding }: NewFinding): Finding {
  const id = fingerprint({
    ruleId: finding.ruleId,
    toolName: finding.toolName ?? null,
    about: about ?? finding.evidence,
  });
  return { ...finding, id };
}
