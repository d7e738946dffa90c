import type { Check } from '../../schema/plan/node.ts';
import { Random } from '../random.ts';
import { Automaton } from './automaton.ts';
import { buildAutomaton } from './build-automaton.ts';
import { astral, basic, intersect, spaces, subtract, type CharSet } from './char-set.ts';
import { formatLanguage } from './format-language.ts';
import { readRegex, type ReadOptions } from './read-regex.ts';
import { Terms, type Term } from './term.ts';

/** States beyond which an automaton is not built. */
const LIMIT = 6_000;

/** The texts that keep all rules of a list: their lengths in code points, and an automaton where rules ask for one. */
export interface TextRules {
  min: number;
  max: number;
  /** Absent where any character may stand anywhere. */
  automaton: Automaton | undefined;
}

/** Why there are no texts, in words; or the rules of the texts. */
export type TextRulesResult = { ok: true; rules: TextRules } | { ok: false; reason: string };

/**
 * Joins the checks of a string into one language. With `broken`, that one rule is turned round: the texts keep all
 * other rules and break this one.
 */
export function readTextRules(checks: readonly Check[], broken?: Check): TextRulesResult {
  const { min, max } = lengthsOf(checks, broken);
  if (min > max) return { ok: false, reason: `no text has at least ${min} and at most ${max} characters` };
  for (const full of [false, true]) {
    const attempt = buildFrom(checks, broken, full);
    if (attempt === 'any') return { ok: true, rules: { min, max, automaton: undefined } };
    if (attempt === 'too large') {
      if (full) return { ok: false, reason: `its patterns need more than ${LIMIT} states` };
      continue;
    }
    if (attempt.lengths(min, max).length > 0) return { ok: true, rules: { min, max, automaton: attempt } };
  }
  return { ok: false, reason: 'its rules on text contradict each other' };
}

function lengthsOf(checks: readonly Check[], broken: Check | undefined): { min: number; max: number } {
  let min = 0;
  let max = Infinity;
  for (const check of checks) {
    if (check === broken) continue;
    if (check.check === 'min_length' || check.check === 'length_equals')
      min = Math.max(min, Math.ceil(check.value));
    if (check.check === 'max_length' || check.check === 'length_equals')
      max = Math.min(max, Math.floor(check.value));
  }
  if (broken?.check === 'min_length') max = Math.min(max, Math.ceil(broken.value) - 1);
  if (broken?.check === 'max_length') min = Math.max(min, Math.floor(broken.value) + 1);
  if (broken?.check === 'length_equals') min = Math.max(min, broken.value + 1);
  return { min, max };
}

function buildFrom(
  checks: readonly Check[],
  broken: Check | undefined,
  full: boolean,
): Automaton | 'any' | 'too large' {
  const terms = new Terms(universeOf(checks));
  const options: ReadOptions = { full, sampleGroup: (term) => sampleGroup(terms, term) };
  const parts = checks.flatMap((check) => {
    const term = termOf(check, terms, options);
    if (term === undefined) return [];
    return [check === broken ? terms.not(term) : term];
  });
  if (parts.length === 0) return 'any';
  const states = buildAutomaton(terms, terms.and(...parts), LIMIT);
  return states === undefined ? 'too large' : new Automaton(states);
}

/** Expressions without the flag `u` or `v` see halves of characters outside the basic plane, so these are left out. */
function universeOf(checks: readonly Check[]): CharSet {
  const patterns = checks.flatMap((check) =>
    check.check === 'regex' || check.check === 'format' ? [check.pattern ?? /./] : [],
  );
  return patterns.some((pattern) => !/[uv]/.test(pattern.flags)) ? basic : astral;
}

function sampleGroup(terms: Terms, term: Term): string[] {
  const states = buildAutomaton(terms, term, LIMIT);
  if (states === undefined || states.length === 0) return [''];
  const automaton = new Automaton(states);
  const random = new Random(7);
  const texts = Array.from(
    { length: 24 },
    () => automaton.sample(random, 0, 16) ?? automaton.sample(random, 0, Infinity),
  );
  return [...new Set(texts.filter((text) => text !== undefined))];
}

const upper: CharSet = [0x41, 0x5a];
const lower: CharSet = [0x61, 0x7a];

function termOf(check: Check, terms: Terms, options: ReadOptions): Term | undefined {
  const only = (set: CharSet): Term => terms.loop(terms.chars(set), 0, Infinity);
  const { all, universe } = terms;
  switch (check.check) {
    case 'regex':
      return readRegex(check.pattern, terms, options).term;
    case 'format':
      return formatLanguage(check, terms, options)?.term;
    case 'starts_with':
      return terms.cat(terms.text(check.text), all);
    case 'ends_with':
      return terms.cat(all, terms.text(check.text));
    case 'includes': {
      const before = check.position ?? 0;
      return terms.cat(terms.loop(terms.any, before, before), all, terms.text(check.text), all);
    }
    case 'lowercase':
      return only(subtract(universe, upper));
    case 'uppercase':
      return only(subtract(universe, lower));
    case 'overwrite':
      return unchangedBy(check.change, terms, only);
    default:
      return undefined;
  }
}

/** The texts that a step leaves as they are: whatever the rules before and after it see is then the same. */
function unchangedBy(change: string, terms: Terms, only: (set: CharSet) => Term): Term | undefined {
  const ascii = intersect(terms.universe, [0, 0x7e]);
  switch (change) {
    case 'trim': {
      const edge = terms.chars(subtract(terms.universe, spaces));
      return terms.alt(terms.empty, edge, terms.cat(edge, terms.all, edge));
    }
    case 'lower_case':
      return only(subtract(ascii, upper));
    case 'upper_case':
      return only(subtract(ascii, lower));
    case 'normalize':
      return only(ascii);
    case 'slugify':
      return terms.cat(terms.loop(terms.chars(lower), 1, Infinity));
    default:
      return undefined;
  }
}
