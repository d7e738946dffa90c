import { canonicalJson } from '../../core/canonical.ts';
import type { PlanNode } from '../../schema/plan/node.ts';
import { impossible, Stuck, type Generator } from '../generator.ts';
import type { Random } from '../random.ts';

/** How many items a list should have. */
export interface Size {
  min: number;
  max: number;
}

export function sizeOf(checks: PlanNode['checks']): Size {
  const size: Size = { min: 0, max: Infinity };
  for (const check of checks) {
    if (/^(min|length|size)_/.test(check.check))
      size.min = Math.max(size.min, Math.ceil((check as { value: number }).value));
    if (/^(max|length|size)_/.test(check.check))
      size.max = Math.min(size.max, Math.floor((check as { value: number }).value));
    if (check.check === 'property' && check.key === 'length') foldLength(size, check.node.checks);
  }
  return size;
}

/** `z.property('length', …)` is a rule on the size in other words. */
function foldLength(size: Size, checks: PlanNode['checks']): void {
  for (const check of checks) {
    if (check.check === 'greater_than')
      size.min = Math.max(size.min, Number(check.value) + (check.inclusive ? 0 : 1));
    if (check.check === 'less_than')
      size.max = Math.min(size.max, Number(check.value) - (check.inclusive ? 0 : 1));
  }
}

/** A length within a size: short, and the shortest where there is no room or budget for more. */
export function pickLength(random: Random, size: Size, element: Generator, room: number): number {
  if (element.height > room - 1 || random.budget <= 0) return size.min;
  const spare = Math.min(size.max - size.min, room > 3 ? 5 : room > 1 ? 3 : 1);
  return size.min + random.below(spare + 1);
}

export const sizeConflict = (size: Size): string =>
  `no list has at least ${size.min} and at most ${size.max} items`;

/** Makes arrays of one kind of element. */
export function arrayGenerator(node: PlanNode & { kind: 'array' }, element: Generator): Generator {
  const size = sizeOf(node.checks);
  if (size.min > size.max) return impossible(node, 'length', sizeConflict(size));
  const unique = node.checks.some((check) => check.check === 'unique');
  const items = (random: Random, room: number, count: number): unknown[] => {
    random.budget -= count;
    if (unique) return distinct(node, element, random, room, count, size.min);
    return Array.from({ length: count }, () => element.generate(random, room - 1));
  };
  return {
    height: 0,
    measure: () => (size.min > 0 ? element.height + 1 : 0),
    generate: (random, room) => items(random, room, pickLength(random, size, element, room)),
    shrink: (value) => (Array.isArray(value) ? shrinkList(value, size.min, element) : []),
    edges: (random) => listEdges(random, size, element, (count) => items(random, element.height + 3, count)),
    children: [
      {
        node: node.element,
        generator: element,
        step: '*',
        put(random, room, make) {
          const count = Math.min(Math.max(1, pickLength(random, size, element, room)), size.max);
          const list = items(random, room, count);
          list[random.below(count)] = make();
          return list;
        },
      },
    ],
  };
}

/** Items that differ; from small domains by choosing, else by drawing again a bounded number of times. */
export function distinct(
  node: PlanNode,
  element: Generator,
  random: Random,
  room: number,
  count: number,
  needed: number,
): unknown[] {
  if (element.domain !== undefined) {
    const values = element.domain;
    if (values.length < needed) {
      throw new Stuck(node, 'size', `${needed} different items are needed and only ${values.length} exist`);
    }
    return random.some(values, Math.min(count, values.length));
  }
  const found = new Map<unknown, unknown>();
  for (let tries = 0; found.size < count && tries < count * 20 + 20; tries++) {
    const value = element.generate(random, room - 1);
    found.set(typeof value === 'object' && value !== null ? canonicalJson(value) : value, value);
  }
  if (found.size < needed) throw new Stuck(node, 'size', `${needed} different items were not found`);
  return [...found.values()];
}

export function listEdges(
  random: Random,
  size: Size,
  element: Generator,
  make: (count: number) => unknown[],
): unknown[] {
  const counts = [size.min, size.min + 1, size.max, size.max - 1].filter(
    (count) => count >= size.min && count <= size.max && count <= 200,
  );
  if (element.height === Infinity) return size.min === 0 ? [[]] : [];
  const lists: unknown[] = [...new Set(counts)].map(make);
  for (const edge of element.edges(random).slice(0, 12)) {
    if (size.max >= 1) lists.push(Array.from({ length: Math.max(1, size.min) }, () => edge));
  }
  return lists;
}

/** Shorter lists first, then lists with one simpler item. */
export function* shrinkList(list: readonly unknown[], min: number, element: Generator): Iterable<unknown[]> {
  if (list.length > min) {
    yield list.slice(0, min);
    const half = Math.max(min, Math.floor(list.length / 2));
    if (half > min && half < list.length) {
      yield list.slice(0, half);
      yield list.slice(list.length - half);
    }
    for (let index = 0; index < Math.min(list.length, 40); index++)
      yield list.filter((_, place) => place !== index);
  }
  for (const [index, item] of list.slice(0, 40).entries()) {
    for (const simpler of element.shrink(item))
      yield list.map((other, place) => (place === index ? simpler : other));
  }
}

/** Makes tuples: fixed places, then a rest. */
export function tupleGenerator(
  node: PlanNode & { kind: 'tuple' },
  items: Generator[],
  rest: Generator | undefined,
): Generator {
  const size = sizeOf(node.checks);
  const least = Math.max(node.minimum, size.min);
  const most = Math.min(rest ? Infinity : items.length, size.max);
  if (least > most) return impossible(node, 'length', sizeConflict({ min: least, max: most }));
  const at = (index: number): Generator => items[index] ?? rest!;
  const length = (random: Random, room: number): number => {
    const usual = Math.min(most, Math.max(least, items.length + (rest ? random.below(3) : 0)));
    let count = random.chance(0.8) ? usual : least;
    while (count > least && at(count - 1).height > room - 1) count--;
    return count;
  };
  const make = (random: Random, room: number, count: number): unknown[] =>
    Array.from({ length: count }, (_, index) => at(index).generate(random, room - 1));
  const places = [...items.entries()].map(([index, generator]) => ({
    node: node.items[index]!,
    generator,
    step: String(index),
    put(random: Random, room: number, inner: () => unknown) {
      const tuple = make(random, room, Math.max(index + 1, least));
      tuple[index] = inner();
      return tuple;
    },
  }));
  return {
    height: 0,
    measure: () => Math.max(0, ...Array.from({ length: least }, (_, index) => at(index).height)) + 1,
    generate: (random, room) => make(random, room, length(random, room)),
    *shrink(value) {
      if (!Array.isArray(value)) return;
      if (value.length > least) yield value.slice(0, least);
      for (const [index, item] of value.entries()) {
        for (const simpler of at(index)?.shrink(item) ?? []) {
          yield value.map((other: unknown, place) => (place === index ? simpler : other));
        }
      }
    },
    edges: (random) => [least, Math.min(most, items.length)].map((count) => make(random, 6, count)),
    children: places,
  };
}
