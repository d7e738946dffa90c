import { canonicalJson } from '../../core/canonical.ts';
import { encode } from '../../core/codec.ts';
import { setOwn, type Json } from '../../core/json.ts';

/**
 * How the values at a path compare: `ignored` not at all; `id` up to consistent renaming, whatever they look like;
 * `unordered` as a set, for lists; `text` without regard to white space; `{ within }` numbers up to a distance; or as the
 * function makes them.
 */
export type NormaliserRule =
  'ignored' | 'id' | 'unordered' | 'text' | { within: number } | ((value: unknown) => unknown);

/** A rule for the values at one path, such as `output.items[*].createdAt`; `*` is any key or index, `**` any depth. */
export interface Normaliser {
  /** @default every tool */
  toolName?: string;
  path: string;
  as: NormaliserRule;
}

/** The mark of a value that a rule replaced. A user's own object can never look like it, since the codec wraps `$type`. */
export const NORMALISED = 'normalised';

type Pattern = readonly string[];

interface Rule {
  pattern: Pattern;
  as: NormaliserRule;
}

/** The rules that hold for one tool, read once. */
export function rulesFor(normalisers: readonly Normaliser[], toolName: string): Rule[] {
  return normalisers
    .filter((rule) => rule.toolName === undefined || rule.toolName === toolName)
    .map((rule) => ({ pattern: parsePath(rule.path), as: rule.as }));
}

/** The codec form of a value with the rules applied; `root` is the first part of the path, such as `input`. */
export function normalise(value: unknown, root: string, rules: readonly Rule[]): Json {
  const json = encode(value, { unsupported: 'mark' });
  return rules.length === 0 ? json : (walk(json, [root], rules) ?? null);
}

function walk(json: Json, path: string[], rules: readonly Rule[]): Json | undefined {
  const rule = rules.find((candidate) => matches(candidate.pattern, path));
  if (rule !== undefined && !(rule.as === 'unordered' && Array.isArray(json))) return apply(json, rule.as);
  const below = descend(json, path, rules);
  if (rule === undefined || !Array.isArray(below)) return below;
  return below
    .map((item) => ({ item, text: canonicalJson(item) }))
    .sort((left, right) => (left.text < right.text ? -1 : left.text > right.text ? 1 : 0))
    .map(({ item }) => item);
}

function descend(json: Json, path: string[], rules: readonly Rule[]): Json {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) {
    return json.flatMap((item, index) => walk(item, [...path, String(index)], rules) ?? []);
  }
  const result = {};
  for (const key of Object.keys(json)) {
    const item = walk(json[key] as Json, [...path, key], rules);
    if (item !== undefined) setOwn(result, key, item);
  }
  return result as Json;
}

function apply(json: Json, as: NormaliserRule): Json | undefined {
  if (as === 'ignored') return undefined;
  if (as === 'id') return { $type: NORMALISED, kind: 'id', value: canonicalJson(json) };
  if (as === 'text') return typeof json === 'string' ? json.trim().replace(/\s+/g, ' ') : json;
  if (as === 'unordered') return json;
  if (typeof as === 'function') return encode(as(json), { unsupported: 'mark' });
  return typeof json === 'number'
    ? { $type: NORMALISED, kind: 'number', value: json, within: as.within }
    : json;
}

function parsePath(path: string): Pattern {
  return path
    .replace(/\[("?)([^\]"]*)\1\]/g, '.$2')
    .split('.')
    .filter((part) => part !== '');
}

function matches(pattern: Pattern, path: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return path.length === 0;
  if (first === '**') {
    return matches(rest, path) || (path.length > 0 && matches(pattern, path.slice(1)));
  }
  return path.length > 0 && (first === '*' || first === path[0]) && matches(rest, path.slice(1));
}
