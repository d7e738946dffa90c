import type { Arbitrary } from 'fast-check';
import { isPlainObject } from '../core/json.ts';
import type { Schema, SchemaSource } from '../schema/schema.ts';
import { generationError } from './generation-error.ts';
import { Stuck } from './generator.ts';
import type { Random } from './random.ts';
import type { RuleSite } from './rules/rule-site.ts';
import { ruleSites } from './rules/rule-sites.ts';
import { verifyBroken, type Expectation } from './rules/verify-broken.ts';
import { shrinkAny } from './shrink-any.ts';
import { ValueArbitrary } from './value-arbitrary.ts';
import { valueSource, type ValueSource } from './value-source.ts';

/** A value that breaks exactly one rule of a schema, and what the schema reports for it. */
export interface InvalidInput {
  value: unknown;
  /** The broken rule, such as `$.user.email · format:email`. */
  rule: string;
  expect: Expectation;
}

/** A rule that was never broken in this many tries is not tried again. */
const HOPELESS = 40;

/**
 * Values that a schema refuses, each breaking one rule, as a fast-check arbitrary. Every value was shown to the schema
 * before it is handed out, so `expect` is what the schema reports. What they shrink to breaks the same rule.
 * @throws AppError CONFIG_INVALID (a GenerationError) when values are drawn and no rule can be broken alone.
 */
export function invalidInputs(schema: SchemaSource | Schema): Arbitrary<InvalidInput> {
  const source = valueSource(schema);
  const failures = new Map<RuleSite, number>();
  return new ValueArbitrary<InvalidInput>({
    make: (random) => makeInvalid(source, random, failures),
    *simpler(given) {
      for (const value of [...shrinkAny(given.value), ...source.generator.shrink(given.value)]) {
        const simpler = relabel(source, given.rule, value);
        if (simpler !== undefined) yield simpler;
      }
    },
    includes: (given): given is InvalidInput =>
      isPlainObject(given) && relabel(source, String(given.rule), given.value) !== undefined,
  });
}

function makeInvalid(source: ValueSource, random: Random, failures: Map<RuleSite, number>): InvalidInput {
  const sites = ruleSites(source);
  let open = sites.filter((site) => (failures.get(site) ?? 0) < HOPELESS);
  const deadline = performance.now() + 800;
  while (open.length > 0 && performance.now() < deadline) {
    const site = random.pick(open);
    const made = breakRule(source, site, random);
    if (made !== undefined) {
      failures.set(site, 0);
      return made;
    }
    failures.set(site, (failures.get(site) ?? 0) + 1);
    open = open.filter((other) => (failures.get(other) ?? 0) < HOPELESS);
  }
  const reason =
    sites.length === 0 ? 'it has no rule that could be broken' : 'none of its rules could be broken alone';
  throw generationError({ path: '$', rule: 'any', reason });
}

/** One try to break one rule; undefined where the schema says otherwise. */
export function breakRule(source: ValueSource, site: RuleSite, random: Random): InvalidInput | undefined {
  try {
    const made = site.make(random, Math.max(source.generator.height, 0) + 3);
    if (made === undefined) return undefined;
    const verdict = verifyBroken(source, site, made.value);
    return verdict.broken ? { value: made.value, rule: site.rule, expect: verdict.expect } : undefined;
  } catch (thrown) {
    if (thrown instanceof Stuck) return undefined;
    throw thrown;
  }
}

function relabel(source: ValueSource, rule: string, value: unknown): InvalidInput | undefined {
  const site = ruleSites(source).find((other) => other.rule === rule);
  if (site === undefined) return undefined;
  const verdict = verifyBroken(source, site, value);
  return verdict.broken ? { value, rule, expect: verdict.expect } : undefined;
}
