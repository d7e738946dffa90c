import type { Severity } from '../../trace/finding.ts';

/** Something that a declaration leaves to be desired, before it is a finding. */
export interface Lint {
  ruleId: string;
  severity: Severity;
  /** What the tool does wrong; the tool's name stands before it. */
  text: string;
  evidence: Record<string, unknown>;
  fix: string;
}

const writingVerbs = new Set(
  (
    'add append apply archive assign book buy cancel charge close create delete deploy drop edit execute grant insert ' +
    'install issue kill merge move patch pay post publish purchase purge push put refund remove rename replace reset ' +
    'revoke send set submit transfer uninstall update upload write'
  ).split(' '),
);

/** The writing verb with which a tool's name begins, if it does. */
export function readsAs(name: string): string | undefined {
  const first = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)[0];
  return first !== undefined && writingVerbs.has(first) ? first : undefined;
}
