import type { Check, PlanNode } from '../../schema/plan/node.ts';
import type { Place } from '../generator.ts';
import type { Random } from '../random.ts';

/** One rule of a schema at one place, and how to make whole values that break it there. */
export interface RuleSite {
  /** Such as `$.user.email · format:email`. */
  rule: string;
  /** Keys down to the place; `*` stands for any. */
  path: readonly string[];
  node: PlanNode;
  /** Codes that an issue of this rule has; empty where any will do. */
  codes: readonly string[];
  /** Where code decides: whether it can be broken is found by trying only. */
  opaque: boolean;
  /** A whole value in which the rule ought to be broken, and no other; undefined where none is known. */
  make(random: Random, room: number): { value: unknown } | undefined;
}

/** A part of a value that breaks a rule, made for one node. */
export type MakeBad = (random: Random, room: number) => { value: unknown } | undefined;

/** What a rule is called and what it takes to break it. */
export interface Breakable {
  name: string;
  codes: readonly string[];
  opaque?: boolean;
  /** The key that the issue has below the node, for rules about a key. */
  step?: string;
  bad: MakeBad;
}

/** Puts a part into whole values, from the outermost place to the innermost. */
export function wrap(chain: readonly Place[], bad: MakeBad): MakeBad {
  return (random, room) => {
    let missing = false;
    const build = (depth: number, left: number): unknown => {
      if (depth < chain.length) {
        const place = chain[depth]!;
        return place.put(random, left, () => build(depth + 1, Math.max(place.generator.height, left - 1)));
      }
      const made = bad(random, left);
      if (made === undefined) missing = true;
      return made?.value;
    };
    const value = build(0, room);
    return missing ? undefined : { value };
  };
}

/** The name of a check in a rule id. */
export function nameOfCheck(check: Check): string {
  switch (check.check) {
    case 'format':
      return `format:${check.name}`;
    case 'number_format':
    case 'bigint_format':
      return `format:${check.format}`;
    case 'regex':
      return `regex:${check.pattern.source.slice(0, 40)}`;
    case 'starts_with':
    case 'ends_with':
    case 'includes':
      return `${check.check}:${check.text}`;
    case 'greater_than':
    case 'less_than': {
      const value = check.value instanceof Date ? check.value.toISOString() : String(check.value);
      return `${check.check}:${check.inclusive ? '=' : ''}${value}`;
    }
    case 'property':
      return `property:${check.key}`;
    case 'mime_type':
      return `mime_type:${check.types.join('|')}`;
    case 'custom':
      return `custom:${check.label}`;
    case 'overwrite':
      return `overwrite:${check.change}`;
    case 'lowercase':
    case 'uppercase':
    case 'unique':
      return check.check;
    default:
      return `${check.check}:${check.value}`;
  }
}

/** The codes of issues that a check reports. */
export function codesOfCheck(check: Check): readonly string[] {
  switch (check.check) {
    case 'min_length':
    case 'min_size':
    case 'greater_than':
      return ['too_small'];
    case 'max_length':
    case 'max_size':
    case 'less_than':
      return ['too_big'];
    case 'length_equals':
    case 'size_equals':
      return ['too_small', 'too_big'];
    case 'multiple_of':
      return ['not_multiple_of'];
    case 'number_format':
    case 'bigint_format':
      return ['invalid_type', 'too_small', 'too_big'];
    case 'regex':
    case 'format':
    case 'starts_with':
    case 'ends_with':
    case 'includes':
    case 'lowercase':
    case 'uppercase':
      return ['invalid_format'];
    case 'mime_type':
      return ['invalid_value'];
    default:
      return [];
  }
}
