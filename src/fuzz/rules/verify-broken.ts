import type { Issue } from '../../core/errors.ts';
import type { ValueSource } from '../value-source.ts';
import type { RuleSite } from './rule-site.ts';

/** What the schema reports for a broken rule. */
export interface Expectation {
  code: string;
  path: (string | number)[];
}

/** The outcome of asking the schema about a value that should break one rule. */
export type Verdict =
  | { broken: true; expect: Expectation }
  | { broken: false; reason: 'accepted' | 'asynchronous' | 'more rules' | 'another rule'; issues: Issue[] };

/** Asks the schema itself whether a value breaks a rule and no other; nothing is handed out on a guess. */
export function verifyBroken(source: ValueSource, site: RuleSite, value: unknown): Verdict {
  const result = source.schema.parse(value);
  if (result instanceof Promise) {
    result.catch(() => undefined);
    return { broken: false, reason: 'asynchronous', issues: [] };
  }
  if (result.ok) return { broken: false, reason: 'accepted', issues: [] };
  const [issue, ...others] = result.issues;
  if (issue === undefined) return { broken: false, reason: 'another rule', issues: [] };
  // The two sides of an intersection report one fault twice.
  const same = (other: Issue): boolean =>
    other.code === issue.code && other.path.join('.') === issue.path.join('.');
  if (!others.every(same)) return { broken: false, reason: 'more rules', issues: result.issues };
  const insideUnion =
    issue.code === 'invalid_union' || issue.code === 'invalid_element' || issue.code === 'invalid_key';
  const codeFits = site.codes.length === 0 || site.codes.includes(issue.code) || insideUnion;
  if (!codeFits || !pathFits(issue.path, site.path, insideUnion)) {
    return { broken: false, reason: 'another rule', issues: result.issues };
  }
  return { broken: true, expect: { code: issue.code, path: issue.path } };
}

/** An issue lies at the place of the rule; an issue of a union or a key may lie above it. */
function pathFits(path: readonly (string | number)[], place: readonly string[], above: boolean): boolean {
  if (above ? path.length > place.length + 1 : path.length !== place.length) {
    // A rule in code may report at a key of its choice, and a set reports at itself.
    if (path.length > place.length + 1 || path.length < place.length - 1) return false;
  }
  return path.every(
    (key, index) => place[index] === undefined || place[index] === '*' || String(key) === place[index],
  );
}
