import { AppError } from '../core/errors.ts';
import { compileNames } from './conditions/call-pattern.ts';
import { compileCondition } from './conditions/compile-condition.ts';
import type { CompiledCondition, CompileOptions } from './conditions/compiled.ts';
import type { Policy, Rule } from './rule.ts';

/** One rule of one policy, ready to judge. */
export interface CompiledRule {
  readonly policy: Policy;
  readonly rule: Rule;
  readonly ruleIndex: number;
  applies(call: { toolName: string; agentName: string | undefined }): boolean;
  readonly condition: CompiledCondition;
}

/** Compiles policies anew: what conditions remember belongs to one run. */
export function compileRules(policies: readonly Policy[], options: CompileOptions): CompiledRule[] {
  if (!Array.isArray(policies))
    throw new AppError('CONFIG_INVALID', 'The policies must be a list of policies.');
  const seen = new Set<string>();
  return policies.flatMap((policy: Policy) => {
    if ((policy as { kind?: unknown } | null | undefined)?.kind !== 'policy' || !Object.isFrozen(policy)) {
      throw new AppError('CONFIG_INVALID', 'A policy must be made by policy({ name, rules }).');
    }
    if (seen.has(policy.name)) {
      throw new AppError(
        'CONFIG_INVALID',
        `Two policies are named "${policy.name}": give each its own name.`,
      );
    }
    seen.add(policy.name);
    const isTool = compileNames(policy.appliesTo?.toolNames);
    const isAgent = compileNames(policy.appliesTo?.agentNames);
    const applies: CompiledRule['applies'] = (call) => isTool(call.toolName) && isAgent(call.agentName);
    return policy.rules.map((rule, ruleIndex) => {
      return { policy, rule, ruleIndex, applies, condition: compileCondition(rule.when, applies, options) };
    });
  });
}
