import { isPlainObject, setOwn } from '../../core/json.ts';
import type { ObjectShape, PlanNode } from '../../schema/plan/node.ts';
import type { Generator, Place } from '../generator.ts';
import type { Random } from '../random.ts';
import { sizeOf } from './sequences.ts';

interface Field {
  key: string;
  node: PlanNode;
  generator: Generator;
  /** Never left out: required, or inherited by every object, so that leaving it out shows the inherited value. */
  fixed: boolean;
}

/** What else may stand in an object: keys and values beside the declared ones. */
export interface Extras {
  key(random: Random, taken: ReadonlySet<string>): { key: string; value: unknown } | undefined;
}

/** Makes objects of declared properties. */
export function objectGenerator(
  node: PlanNode & ObjectShape,
  compile: (node: PlanNode) => Generator,
  extras: Extras | undefined,
): Generator {
  const fields = node.properties.map((property): Field => {
    const { key, node: inner, required } = property;
    return { key, node: inner, generator: compile(inner), fixed: required || key in Object.prototype };
  });
  const size = sizeOf(node.checks);
  const make = (random: Random, room: number, keep: (field: Field) => boolean): Record<string, unknown> => {
    random.budget--;
    const value: Record<string, unknown> = {};
    for (const field of fields) {
      if (field.fixed || keep(field)) setOwn(value, field.key, field.generator.generate(random, room - 1));
    }
    return value;
  };
  const usual = (random: Random, room: number) => {
    const chance = random.budget <= 0 ? 0 : 0.7;
    return (field: Field): boolean => field.generator.height <= room - 1 && random.unit() < chance;
  };
  const generate = (random: Random, room: number): unknown => {
    const value = make(random, room, usual(random, room));
    return fit(value, random, room, fields, size, extras);
  };
  return {
    height: 0,
    measure: () =>
      1 + Math.max(0, ...fields.filter((field) => field.fixed).map((field) => field.generator.height)),
    generate,
    shrink: (value) => (isPlainObject(value) ? shrinkObject(value, fields) : []),
    edges: (random) => objectEdges(random, fields, make, generate),
    children: fields.map((field) =>
      placeOf(field, fields, (random, room) => make(random, room, usual(random, room))),
    ),
  };
}

function placeOf(
  field: Field,
  _fields: readonly Field[],
  make: (random: Random, room: number) => Record<string, unknown>,
): Place {
  return {
    node: field.node,
    generator: field.generator,
    step: field.key,
    put(random, room, inner) {
      const value = make(random, room);
      setOwn(value, field.key, inner());
      return value;
    },
  };
}

/** Brings the number of keys inside its bounds, and adds other keys where they are welcome. */
function fit(
  value: Record<string, unknown>,
  random: Random,
  room: number,
  fields: readonly Field[],
  size: { min: number; max: number },
  extras: Extras | undefined,
): Record<string, unknown> {
  const bounded = size.min > 0 || size.max !== Infinity;
  if (bounded) {
    for (const field of fields) {
      const count = Object.keys(value).length;
      if (count > size.max && !field.fixed) delete value[field.key];
      if (count < size.min && !Object.hasOwn(value, field.key) && field.generator.height <= room) {
        setOwn(value, field.key, field.generator.generate(random, room - 1));
      }
    }
  }
  if (extras === undefined) return value;
  const taken = new Set(fields.map((field) => field.key));
  let wanted = random.budget > 0 && random.chance(0.25) ? 1 + random.below(2) : 0;
  wanted = Math.min(
    Math.max(wanted, size.min - Object.keys(value).length),
    size.max - Object.keys(value).length,
  );
  for (let tries = 0; wanted > 0 && tries < wanted * 10 + 10; tries++) {
    const extra = extras.key(random, taken);
    if (extra === undefined || Object.hasOwn(value, extra.key)) continue;
    setOwn(value, extra.key, extra.value);
    wanted--;
  }
  return value;
}

/** Fewer keys first, then one simpler value. */
export function* shrinkObject(value: Record<string, unknown>, fields: readonly Field[]): Iterable<unknown> {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const keys = Object.keys(value);
  const without = (dropped: readonly string[]): Record<string, unknown> => {
    const result = {};
    for (const key of keys) if (!dropped.includes(key)) setOwn(result, key, value[key]);
    return result;
  };
  const loose = keys.filter((key) => byKey.get(key)?.fixed !== true);
  if (loose.length > 1) yield without(loose);
  for (const key of loose) yield without([key]);
  for (const key of keys) {
    for (const simpler of byKey.get(key)?.generator.shrink(value[key]) ?? []) {
      const result = {};
      for (const other of keys) setOwn(result, other, other === key ? simpler : value[other]);
      yield result;
    }
  }
}

function objectEdges(
  random: Random,
  fields: readonly Field[],
  make: (random: Random, room: number, keep: (field: Field) => boolean) => Record<string, unknown>,
  generate: (random: Random, room: number) => unknown,
): unknown[] {
  const room = 6;
  const possible = fields.filter((field) => field.generator.height !== Infinity);
  if (fields.some((field) => field.fixed && field.generator.height === Infinity)) return [];
  const edges: unknown[] = [
    make(random, room, () => false),
    make(random, room, (field) => possible.includes(field) && field.generator.height < room),
  ];
  for (const field of possible.slice(0, 40)) {
    for (const edge of field.generator.edges(random).slice(0, 16)) {
      const value = generate(random, room) as Record<string, unknown>;
      setOwn(value, field.key, edge);
      edges.push(value);
    }
  }
  return edges;
}
