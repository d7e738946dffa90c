import type { CompiledPattern } from './call-pattern.ts';
import { compileField } from './field-condition.ts';
import { parseField } from './field.ts';
import type { Condition, FieldCondition, When } from '../rule.ts';
import { and, negate, or, type Truth } from '../truth.ts';
import { compileCode } from './code-condition.ts';
import type { CompiledCondition, CompileOptions } from './compiled.ts';
import { compileCount } from './count-condition.ts';
import { compileAfter, compileWithoutPrior } from './prior-condition.ts';
import { compileSum } from './sum-condition.ts';

/** Compiles a condition of a checked policy; `applies` says which calls the policy is about. */
export function compileCondition(
  when: When | undefined,
  applies: CompiledPattern['matchesNames'],
  options: CompileOptions,
): CompiledCondition {
  if (when === undefined) return { holds: () => true };
  if (typeof when === 'function') return compileCode(when, options);
  if ('field' in when) return compileFieldCondition(when, options);
  if ('after' in when) return compileAfter(when.after, options);
  if ('withoutPrior' in when) return compileWithoutPrior(when.withoutPrior, options);
  if ('moreThan' in when) return compileCount(when, options);
  if ('sumOf' in when) return compileSum(when, applies, options);
  if ('not' in when) return compileNot(compileCondition(when.not, applies, options));
  const parts = ('all' in when ? when.all : when.any).map((part: Condition) =>
    compileCondition(part, applies, options),
  );
  return compileGroup(parts, 'all' in when ? 'all' : 'any');
}

function compileFieldCondition(condition: FieldCondition, options: CompileOptions): CompiledCondition {
  const holds = compileField(condition, options.redacted);
  // Values that code put into the state are not part of a trace.
  const path = parseField(condition.field)!;
  if (options.redacted && path[0] === 'state' && path[1] === 'values') return { holds: () => undefined };
  return { holds };
}

function compileNot(part: CompiledCondition): CompiledCondition {
  return {
    ...follow([part]),
    // Parts that are data answer at once; only whole conditions can be code.
    holds: (call) => negate(part.holds(call) as Truth),
    witness: (call) => part.witness?.(call) ?? [],
  };
}

function compileGroup(parts: CompiledCondition[], kind: 'all' | 'any'): CompiledCondition {
  const join = kind === 'all' ? and : or;
  return {
    ...follow(parts),
    holds: (call) => join(parts.map((part) => part.holds(call) as Truth)),
    witness(call) {
      const truths = parts.map((part) => part.holds(call) as Truth);
      const truth = join(truths);
      const deciding = parts.filter((_, index) => truths[index] === truth);
      const witnesses = deciding.map((part) => part.witness?.(call) ?? []);
      // One part decides an `any` that holds and an `all` that does not; otherwise all parts together do.
      if ((kind === 'any') !== truth) return [...new Set(witnesses.flat())];
      return witnesses.sort((left, right) => left.length - right.length)[0] ?? [];
    },
  };
}

function follow(parts: CompiledCondition[]): Omit<CompiledCondition, 'holds'> {
  return {
    admitted: (entry) => parts.forEach((part) => part.admitted?.(entry)),
    changed: (entry) => parts.forEach((part) => part.changed?.(entry)),
    removed: (entry) => parts.forEach((part) => part.removed?.(entry)),
    usesClock: parts.some((part) => part.usesClock === true),
  };
}
