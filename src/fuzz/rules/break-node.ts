import { isPlainObject, setOwn } from '../../core/json.ts';
import type { Check, PlanNode } from '../../schema/plan/node.ts';
import type { Generator } from '../generator.ts';
import { createNumberGenerator } from '../numbers/number-generator.ts';
import type { Random } from '../random.ts';
import { createTextGenerator } from '../strings/text-generator.ts';
import { readTextRules } from '../strings/text-rules.ts';
import { codesOfCheck, nameOfCheck, type Breakable, type MakeBad } from './rule-site.ts';

const wrongKinds: readonly unknown[] = [
  null,
  'a',
  '',
  0,
  1,
  -1,
  0.5,
  true,
  false,
  [],
  {},
  ['a'],
  { a: 1 },
  undefined,
];

/** The rules of one node, without those of its parts, each with a way to break it alone. */
export function breakablesOf(node: PlanNode, generator: Generator): Breakable[] {
  return [
    ...typeRules(node),
    ...shapeRules(node, generator),
    ...node.checks.flatMap((check) => checkRule(node, generator, check)),
  ];
}

const free = new Set([
  'any',
  'unknown',
  'transform',
  'pipe',
  'catch',
  'lazy',
  'success',
  'intersection',
  'custom',
]);
const wrappers = new Set([
  'optional',
  'nullable',
  'nonoptional',
  'default',
  'prefault',
  'readonly',
  'promise',
]);

/** A value of another kind. */
function typeRules(node: PlanNode): Breakable[] {
  if (free.has(node.kind) || wrappers.has(node.kind)) return [];
  const codes =
    node.kind === 'literal'
      ? ['invalid_value']
      : node.kind === 'union'
        ? ['invalid_union']
        : ['invalid_type'];
  const wrong = wrongKinds.filter((value) => node.accepts === undefined || node.accepts(value) === false);
  if (wrong.length === 0) return [];
  return [{ name: `type:${node.kind}`, codes, bad: (random) => ({ value: random.pick(wrong) }) }];
}

/** Keys that are missing, unknown or of the wrong form; lists that are too short or too long. */
function shapeRules(node: PlanNode, generator: Generator): Breakable[] {
  const rules: Breakable[] = [];
  if (node.kind === 'object') {
    for (const { key, required } of node.properties) {
      if (!required) continue;
      const without = changed(generator, (value) => delete value[key]);
      rules.push({ name: 'required', codes: [], step: key, bad: without });
    }
    if (node.rest === 'strict') {
      const add = changed(generator, (value, random) => setOwn(value, unknownKey(node, random), 1));
      rules.push({ name: 'unrecognized_keys', codes: ['unrecognized_keys'], bad: add });
    }
  }
  if (node.kind === 'tuple' && node.rest === undefined) {
    rules.push({
      name: 'tuple:long',
      codes: ['too_big', 'invalid_type'],
      bad: (random, room) => {
        const value = generator.generate(random, room);
        return Array.isArray(value)
          ? { value: [...value, ...Array(node.items.length - value.length + 1).fill(null)] }
          : undefined;
      },
    });
  }
  const anyKey = node.kind === 'record' && node.key.kind === 'string' && node.key.checks.length === 0;
  if (node.kind === 'record' && !anyKey && node.mode !== 'loose') {
    const add = changed(generator, (value, random) =>
      setOwn(value, random.pick(['§', '', '-', 'zzzz9']), sample(value)),
    );
    rules.push({ name: 'key', codes: ['invalid_key', 'unrecognized_keys'], step: '*', bad: add });
  }
  return rules;
}

function sample(value: Record<string, unknown>): unknown {
  return Object.values(value)[0];
}

function unknownKey(node: PlanNode & { kind: 'object' }, random: Random): string {
  const taken = new Set(node.properties.map((property) => property.key));
  return ['unknown', 'extra', 'x', `x${random.below(1_000)}`, `_${random.below(2 ** 32)}`].find(
    (key) => !taken.has(key),
  )!;
}

/** A valid value with one change. */
function changed(
  generator: Generator,
  change: (value: Record<string, unknown>, random: Random) => void,
): MakeBad {
  return (random, room) => {
    const value = generator.generate(random, room);
    if (!isPlainObject(value)) return undefined;
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(value)) setOwn(copy, key, value[key]);
    change(copy, random);
    return { value: copy };
  };
}

function checkRule(node: PlanNode, generator: Generator, check: Check): Breakable[] {
  if (check.check === 'overwrite') return [];
  const opaque =
    check.check === 'custom' ||
    check.check === 'property' ||
    (check.check === 'format' && check.pattern === undefined);
  const base = { name: nameOfCheck(check), codes: codesOfCheck(check), opaque };
  return [{ ...base, bad: lazily(() => badFor(node, generator, check)) }];
}

/** Automata are built when they are first asked for. */
function lazily(create: () => MakeBad): MakeBad {
  let made: MakeBad | undefined;
  return (random, room) => (made ??= create())(random, room);
}

function badFor(node: PlanNode, generator: Generator, check: Check): MakeBad {
  const { kind } = node;
  const from =
    (other: Generator): MakeBad =>
    (random, room) => {
      const edges = random.chance(0.4) ? other.edges(random) : [];
      return {
        value: edges.length > 0 ? random.pick(edges) : other.generate(random, Math.max(room, other.height)),
      };
    };
  const loose = generator.unguarded ?? generator;
  if (check.check === 'custom' || check.check === 'property') {
    return (random, room) => {
      const refused = (value: unknown): boolean => node.accepts?.(value) === false;
      if (node.kind === 'custom') return { value: random.pick(wrongKinds.filter(refused)) };
      for (let tries = 0; tries < 60; tries++) {
        const value = loose.generate(random, Math.max(room, loose.height));
        if (refused(value)) return { value };
      }
      const edge = loose.edges(random).find(refused);
      return edge === undefined ? undefined : { value: edge };
    };
  }
  if (kind === 'string' || kind === 'template') {
    const read = readTextRules(node.checks, check);
    return read.ok ? from(createTextGenerator(read.rules, [])) : () => undefined;
  }
  if (kind === 'number' || kind === 'bigint' || kind === 'date') {
    const made = createNumberGenerator(kind, node.checks, check);
    return made.ok ? from(made.generator) : () => undefined;
  }
  return (random, room) =>
    badSize(generator.generate(random, Math.max(room, generator.height)), check, generator, random, room);
}

/** Lists, sets, maps and objects with too few or too many parts. */
function badSize(
  value: unknown,
  check: Check,
  generator: Generator,
  random: Random,
  room: number,
): { value: unknown } | undefined {
  const count = 'value' in check && typeof check.value === 'number' ? check.value : 0;
  const few =
    check.check.startsWith('min') || (check.check.endsWith('equals') && count > 0 && random.chance(0.5));
  const wanted = few ? count - 1 : count + 1;
  if (wanted < 0 || wanted > 5_000) return undefined;
  const element = generator.children?.[0];
  const more = (have: number): unknown[] =>
    element === undefined || wanted <= have
      ? []
      : Array.from({ length: wanted - have }, () =>
          element.generator.generate(random, Math.max(0, room - 1)),
        );
  if (check.check === 'unique' && Array.isArray(value))
    return value.length > 0 ? { value: [...value, value[0]] } : undefined;
  if (Array.isArray(value)) return { value: [...value.slice(0, wanted), ...more(value.length)] };
  if (value instanceof Set) {
    const items = [...(value as Set<unknown>)].slice(0, wanted);
    return { value: new Set([...items, ...more(items.length)]) };
  }
  if (value instanceof Map) {
    const entries = [...(value as Map<unknown, unknown>)].slice(0, wanted);
    const added = more(entries.length).map((item, index): [unknown, unknown] => [`key${index}`, item]);
    return { value: new Map([...entries, ...added]) };
  }
  if (isPlainObject(value)) {
    const entries = Object.entries(value).slice(0, wanted);
    const added = more(entries.length).map((item, index): [string, unknown] => [`key${index}`, item]);
    return { value: Object.fromEntries([...entries, ...added]) };
  }
  if (value instanceof File) {
    const type = check.check === 'mime_type' ? 'application/x-unknown' : value.type;
    return {
      value: new File([new Uint8Array(check.check === 'mime_type' ? value.size : wanted)], 'file', { type }),
    };
  }
  return undefined;
}
