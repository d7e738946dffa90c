import type { Schema, SchemaSource } from '../schema/schema.ts';
import { findImpossible, type GenerationProblem } from './generation-error.ts';
import { breakRule } from './invalid-inputs.ts';
import { Random } from './random.ts';
import type { RuleSite } from './rules/rule-site.ts';
import { ruleSites } from './rules/rule-sites.ts';
import { verifyBroken } from './rules/verify-broken.ts';
import { Stuck } from './generator.ts';
import { valueSource, type ValueSource } from './value-source.ts';

/** What is known about one rule of a schema. */
export interface RuleExplanation {
  /** Such as `$.user.email · format:email`. */
  rule: string;
  /**
   * `breakable`: a value breaks it and nothing else. `entailed`: whatever breaks it breaks the rules in `by` too, or is
   * accepted after all. `opaque`: it is code, and no value was found that breaks it.
   */
  status: 'breakable' | 'entailed' | 'opaque';
  /** A value that breaks it alone. */
  example?: unknown;
  /** Codes and paths of the issues that come with it. */
  by?: string[];
}

/** What can be generated from a schema. */
export interface Explanation {
  /** Whether there is any finite value. */
  satisfiable: boolean;
  /** Levels of nesting of the smallest value. */
  height: number;
  /** All values, where they are few. */
  domain?: readonly unknown[];
  /** Why nothing can be generated. */
  problem?: GenerationProblem;
  rules: RuleExplanation[];
}

const TRIES = 60;
/** Explaining is cut here, so that an enormous schema is answered too; rules not reached are left out. */
const MAX_MS = 900;

/** Tells for every rule of a schema whether it can be broken alone, is entailed by others, or is opaque code. */
export function explain(schema: SchemaSource | Schema): Explanation {
  const source = valueSource(schema);
  const { generator } = source;
  if (generator.height === Infinity) {
    return { satisfiable: false, height: Infinity, problem: findImpossible(generator), rules: [] };
  }
  const deadline = performance.now() + MAX_MS;
  const rules: RuleExplanation[] = [];
  for (const site of ruleSites(source)) {
    if (performance.now() > deadline) break;
    rules.push(explainRule(source, site));
  }
  return {
    satisfiable: true,
    height: generator.height,
    ...(generator.domain && { domain: generator.domain }),
    rules,
  };
}

function explainRule(source: ValueSource, site: RuleSite): RuleExplanation {
  const random = new Random(1);
  const by = new Set<string>();
  for (let tries = 0; tries < TRIES; tries++) {
    const broken = breakRule(source, site, random);
    if (broken !== undefined) return { rule: site.rule, status: 'breakable', example: broken.value };
    if (tries < 3) for (const issue of companions(source, site, random)) by.add(issue);
  }
  if (site.opaque && by.size === 0) return { rule: site.rule, status: 'opaque' };
  return { rule: site.rule, status: 'entailed', ...(by.size > 0 && { by: [...by] }) };
}

function companions(source: ValueSource, site: RuleSite, random: Random): string[] {
  try {
    const made = site.make(random, source.generator.height + 3);
    if (made === undefined) return [];
    const verdict = verifyBroken(source, site, made.value);
    return verdict.broken
      ? []
      : verdict.issues.map((issue) => `${['$', ...issue.path].join('.')} ${issue.code}`);
  } catch (thrown) {
    if (thrown instanceof Stuck) return [];
    throw thrown;
  }
}
