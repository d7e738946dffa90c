import type { CompiledRule } from './compile-rules.ts';

/** A rule that matched, could not be evaluated, or cannot be answered by the trace. */
export type RuleOutcome =
  | { kind: 'matched'; rule: CompiledRule }
  | { kind: 'fault'; rule: CompiledRule; message: string }
  | { kind: 'inconclusive'; rule: CompiledRule };

export type PolicyDecision = 'allow' | 'requireApproval' | 'block';

/** What all policies together say of one call. It does not depend on the order of policies and rules. */
export interface Verdict {
  readonly decision: PolicyDecision;
  /** In the order in which the rules are declared. */
  readonly outcomes: readonly RuleOutcome[];
}

const allowed: Verdict = Object.freeze({ decision: 'allow', outcomes: Object.freeze([]) });

/** Block is stronger than requireApproval; a rule that cannot be evaluated blocks. */
export function toVerdict(outcomes: readonly RuleOutcome[]): Verdict {
  if (outcomes.length === 0) return allowed;
  let decision: PolicyDecision = 'allow';
  for (const outcome of outcomes) {
    if (outcome.kind === 'fault') decision = 'block';
    if (outcome.kind !== 'matched' || decision === 'block') continue;
    const { type } = outcome.rule.rule;
    if (type === 'block' || type === 'requireApproval') decision = type;
  }
  return { decision, outcomes };
}
