import { regexes, type $ZodCheck, type $ZodChecks, type $ZodType } from 'zod/v4/core';
import type { Check, OverwriteKind, PlanNode } from './node.ts';

type Def = Record<string, unknown>;

/** Reads the checks of a zod schema in their order; a schema that is a check itself (`z.email()`) comes first. */
export function readChecks(schema: $ZodType, toNode: (schema: $ZodType) => PlanNode): Check[] {
  const def = schema._zod.def as unknown as Def & { checks?: $ZodCheck[] };
  const own = typeof def.check === 'string' ? [schema as unknown as $ZodCheck] : [];
  return [...own, ...(def.checks ?? [])].flatMap((check) => readCheck(check as $ZodChecks, toNode));
}

function readCheck(check: $ZodChecks, toNode: (schema: $ZodType) => PlanNode): Check[] {
  const def = check._zod.def;
  switch (def.check) {
    case 'min_length':
    case 'min_size':
      return [{ check: def.check, value: def.minimum }];
    case 'max_length':
    case 'max_size':
      return [{ check: def.check, value: def.maximum }];
    case 'length_equals':
      return [{ check: def.check, value: def.length }];
    case 'size_equals':
      return [{ check: def.check, value: def.size }];
    case 'greater_than':
    case 'less_than':
      return [{ check: def.check, value: def.value, inclusive: def.inclusive }];
    case 'multiple_of':
      return [{ check: def.check, value: def.value }];
    case 'number_format':
    case 'bigint_format':
      return [{ check: def.check, format: def.format }];
    case 'string_format':
      return [readFormat(check as unknown as $ZodCheck, def as unknown as Def)];
    case 'property':
      return [{ check: 'property', key: def.property, node: toNode(def.schema) }];
    case 'mime_type':
      return [{ check: 'mime_type', types: def.mime }];
    case 'overwrite':
      return [{ check: 'overwrite', change: changeOf(def.tx), apply: def.tx as (value: unknown) => unknown }];
    default:
      return readOther(check as unknown as $ZodCheck, def as unknown as Def, toNode);
  }
}

function readOther(check: $ZodCheck, def: Def, toNode: (schema: $ZodType) => PlanNode): Check[] {
  if (def.check === 'properties' && typeof def.shape === 'object' && def.shape !== null) {
    const shape = def.shape as Record<string, $ZodType>;
    return Object.keys(shape).map((key) => ({ check: 'property', key, node: toNode(shape[key]!) }));
  }
  const run = check._zod.check as (payload: unknown) => unknown;
  return [
    {
      check: 'custom',
      label: typeof def.fn === 'function' ? 'refine' : 'check',
      asynchronous: isAsyncFunction(def.fn) || isAsyncFunction(run),
      test: (value) => {
        const payload = { value, issues: [] as unknown[] };
        const result = run(payload);
        if (result instanceof Promise) return result.then(() => payload.issues.length === 0);
        return payload.issues.length === 0;
      },
    },
  ];
}

/** Tells an `async` function from a plain one; only the former is sure to return a promise. */
export function isAsyncFunction(fn: unknown): boolean {
  return typeof fn === 'function' && Object.prototype.toString.call(fn) === '[object AsyncFunction]';
}

const structural = new Set([
  'type',
  'check',
  'format',
  'pattern',
  'abort',
  'error',
  'checks',
  'fn',
  'coerce',
  'when',
]);

function readFormat(check: $ZodCheck, def: Def): Check {
  const pattern = def.pattern instanceof RegExp ? def.pattern : undefined;
  switch (def.format) {
    case 'regex':
      return { check: 'regex', pattern: pattern! };
    case 'lowercase':
    case 'uppercase':
      return { check: def.format };
    case 'starts_with':
      return { check: 'starts_with', text: String(def.prefix) };
    case 'ends_with':
      return { check: 'ends_with', text: String(def.suffix) };
    case 'includes':
      return { check: 'includes', text: String(def.includes), position: def.position as number | undefined };
  }
  const options: Def = {};
  for (const key of Object.keys(def)) {
    const value = def[key];
    if (structural.has(key) || value === undefined || value === null || value === false) continue;
    options[key] = value;
  }
  const run = check._zod.check as (payload: unknown) => unknown;
  const test = (text: string): boolean => {
    const payload = { value: text, issues: [] as unknown[] };
    return !(run(payload) instanceof Promise) && payload.issues.length === 0;
  };
  const ownPattern = pattern !== undefined && isOwnPattern(check, def, pattern);
  return { check: 'format', name: String(def.format), pattern, ownPattern, options, test };
}

// These formats are patterns in functions of the library, which change from version to version.
const builtIn = /^(hostname|hex|currency_code|(md5|sha1|sha256|sha384|sha512)_(hex|base64|base64url))$/;

/** Asks the class of the check, hence the very copy of zod that made it, for the pattern it would have chosen itself. */
function isOwnPattern(check: $ZodCheck, def: Def, pattern: RegExp): boolean {
  if (typeof def.fn === 'function') return !builtIn.test(String(def.format));
  const constructor = (check._zod as unknown as { constr?: new (def: Def) => $ZodCheck }).constr;
  const { pattern: _, ...rest } = def;
  try {
    const plain = (new constructor!(rest)._zod.def as unknown as Def).pattern;
    return !(plain instanceof RegExp) || plain.source !== pattern.source;
  } catch {
    return true;
  }
}

// Sources of the domain pattern that versions of zod put into httpUrl().
const domains = new Set([
  (regexes as Record<string, unknown>).domain instanceof RegExp ? regexes.domain.source : '',
  '^([a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\\.)+[a-zA-Z]{2,}$',
]);

/** Tells whether a pattern is the library's own idea of a domain name. */
export function isDomainPattern(pattern: RegExp): boolean {
  return domains.has(pattern.source) || /\[a-zA-Z\]\{2,\d*\}\$$/.test(pattern.source);
}

/** Knows the text-changing steps of zod by what they do, since nothing in them says so. */
function changeOf(tx: (value: never) => unknown): OverwriteKind {
  const apply = (text: string): unknown => {
    try {
      return tx(text as never);
    } catch {
      return undefined;
    }
  };
  const seen = JSON.stringify([apply(' aB c '), apply('e\u0301')]);
  if (seen === JSON.stringify(['aB c', 'e\u0301'])) return 'trim';
  if (seen === JSON.stringify([' ab c ', 'e\u0301'])) return 'lower_case';
  if (seen === JSON.stringify([' AB C ', 'E\u0301'])) return 'upper_case';
  if (seen === JSON.stringify([' aB c ', '\u00e9'])) return 'normalize';
  return apply(' aB c ') === 'ab-c' ? 'slugify' : 'unknown';
}
