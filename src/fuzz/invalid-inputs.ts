import type { Arbitrary } from 'fast-check';
import { isPlainObject } from '../core/json.ts';
import type { Schema, SchemaSource } from '../schema/schema.ts';
import { generationError } from './generation-error.ts';
import { Stuck } from './generator.ts';
import { Random } from './random.ts';
import type { RuleSite } from './rules/rule-site.ts';
import { ruleSites } from './rules/rule-sites.ts';
import { verifyBroken, type Expectation } from './rules/verify-broken.ts';
import { shrinkAny } from './shrink/shrink-any.ts';
import { ValueArbitrary } from './value-arbitrary.ts';
import { valueSource, type ValueSource } from './value-source.ts';

/** A value that breaks exactly one rule of a schema, and what the schema reports for it. */
export interface InvalidInput {
  value: unknown;
  /** The broken rule, such as `$.user.email · format:email`. */
  rule: string;
  expect: Expectation;
}

/** A rule that cannot be broken in this many tries counts as unbreakable. */
const HOPELESS = 60;
/** One that can is broken within this many, whatever the chance. */
const MAX_TRIES = 400;

/**
 * Values that a schema refuses, each breaking one rule, as a fast-check arbitrary. Every value was shown to the schema
 * before it is handed out, so `expect` is what the schema reports. What they shrink to breaks the same rule.
 * @throws AppError CONFIG_INVALID (a GenerationError) when values are drawn and no rule can be broken alone.
 */
export function invalidInputs(schema: SchemaSource | Schema): Arbitrary<InvalidInput> {
  const source = valueSource(schema);
  return new ValueArbitrary<InvalidInput>({
    make: (random) => makeInvalid(source, random),
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

// No memory of earlier values: the same chance makes the same value in a fresh process too.
function makeInvalid(source: ValueSource, random: Random): InvalidInput {
  const sites = ruleSites(source);
  const deadline = performance.now() + 800;
  for (let open = sites; open.length > 0 && performance.now() < deadline;) {
    const site = random.pick(open);
    if (isBreakable(source, site)) {
      for (let tries = 0; tries < MAX_TRIES && performance.now() < deadline; tries++) {
        const made = breakRule(source, site, random);
        if (made !== undefined) return made;
      }
    }
    open = open.filter((other) => other !== site);
  }
  const reason =
    sites.length === 0 ? 'it has no rule that could be broken' : 'none of its rules could be broken alone';
  throw generationError({ path: '$', rule: 'any', reason });
}

const breakable = new WeakMap<RuleSite, boolean>();

function isBreakable(source: ValueSource, site: RuleSite): boolean {
  let known = breakable.get(site);
  if (known === undefined) {
    const random = new Random(1);
    known = false;
    for (let tries = 0; !known && tries < HOPELESS; tries++)
      known = breakRule(source, site, random) !== undefined;
    breakable.set(site, known);
  }
  return known;
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
