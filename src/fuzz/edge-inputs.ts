import type { Arbitrary } from 'fast-check';
import { isPlainObject } from '../core/json.ts';
import type { PlanNode } from '../schema/plan/node.ts';
import type { Schema, SchemaSource } from '../schema/schema.ts';
import { findImpossible, generationError } from './generation-error.ts';
import { Stuck, type Generator, type Place } from './generator.ts';
import type { Random } from './random.ts';
import { wrap } from './rules/rule-site.ts';
import { ruleSites } from './rules/rule-sites.ts';
import { shrinkAny } from './shrink/shrink-any.ts';
import { hostileTexts } from './strings/text-generator.ts';
import { ValueArbitrary } from './value-arbitrary.ts';
import { valueSource, type ValueSource } from './value-source.ts';

/** A value at or just over the rim of a schema, with the schema's own word on it. */
export interface EdgeInput {
  value: unknown;
  valid: boolean;
}

const MAX_EDGES = 400;

function deep(levels: number): unknown {
  let value: unknown = 0;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

/** Values on which code trips, whatever the schema: put in the place of every part. */
const hostile: (() => unknown)[] = [
  () => null,
  () => undefined,
  () => '',
  () => Number.NaN,
  () => -0,
  () => Infinity,
  () => 2 ** 53,
  () => 1e308,
  () => 'a'.repeat(65_536),
  () => deep(200),
  () => JSON.parse('{"__proto__":{"polluted":true}}') as unknown,
  () => ({ constructor: 'x', toString: 'y' }),
  () => Object.assign(Object.create(null) as object, { a: 1 }),
  () => Object.assign([] as unknown[], { 1: 'hole before' }),
  () => [],
  () => ({}),
  ...hostileTexts.map((text) => () => text),
];

/**
 * Values at the rim of a schema (bounds, one over, empty, hostile texts and keys, other kinds), each labelled valid or
 * not by the schema itself, as a fast-check arbitrary.
 * @throws AppError CONFIG_INVALID (a GenerationError) when the schema has no finite value.
 */
export function edgeInputs(schema: SchemaSource | Schema): Arbitrary<EdgeInput> {
  const source = valueSource(schema);
  return new ValueArbitrary<EdgeInput>({
    make: (random) => makeEdge(source, random),
    *simpler({ value, valid }) {
      const candidates = valid ? source.generator.shrink(value) : shrinkAny(value);
      for (const simpler of candidates) {
        const label = source.judge(simpler);
        if (label === valid) yield { value: simpler, valid };
      }
    },
    includes: (given): given is EdgeInput =>
      isPlainObject(given) && 'value' in given && source.judge(given.value) === given.valid,
  });
}

const chains = new WeakMap<ValueSource, Place[][]>();

function makeEdge(source: ValueSource, random: Random): EdgeInput {
  const { generator } = source;
  if (generator.height === Infinity) throw generationError(findImpossible(generator));
  for (let tries = 0; tries < 50; tries++) {
    const value = draw(source, random);
    const valid = value === undefined ? undefined : source.judge(value.value);
    if (value !== undefined && valid !== undefined) return { value: value.value, valid };
  }
  const value = source.make(random);
  return { value, valid: source.judge(value) !== false };
}

function draw(source: ValueSource, random: Random): { value: unknown } | undefined {
  const { generator } = source;
  const room = generator.height + 3;
  try {
    const choice = random.unit();
    if (choice < 0.45) {
      const edges = generator.edges(random).slice(0, MAX_EDGES);
      return edges.length > 0 ? { value: random.pick(edges) } : undefined;
    }
    if (choice < 0.65) {
      const sites = ruleSites(source);
      return sites.length > 0 ? random.pick(sites).make(random, room) : undefined;
    }
    const chain = random.pick(placesOf(source));
    return wrap(chain, () => ({ value: random.pick(hostile)() }))(random, room);
  } catch (thrown) {
    if (thrown instanceof Stuck) return undefined;
    throw thrown;
  }
}

/** The ways down to every part; a recursive part is entered once. */
function placesOf(source: ValueSource): Place[][] {
  const known = chains.get(source);
  if (known !== undefined) return known;
  const found: Place[][] = [[]];
  const open = new Set<PlanNode>();
  const visit = (node: PlanNode, generator: Generator, chain: Place[]): void => {
    if (open.has(node) || found.length > 2_000) return;
    open.add(node);
    for (const child of generator.children ?? []) {
      found.push([...chain, child]);
      visit(child.node, child.generator, [...chain, child]);
    }
    open.delete(node);
  };
  visit(source.schema.plan().root, source.generator, []);
  chains.set(source, found);
  return found;
}
