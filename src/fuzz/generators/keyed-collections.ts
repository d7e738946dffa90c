import type { PlanNode } from '../../schema/plan/node.ts';
import { impossible, type Generator } from '../generator.ts';
import { distinct, pickLength, sizeConflict, sizeOf, shrinkList } from './sequences.ts';

/** Makes sets; over a small domain the items are chosen, so that any size that exists is reached. */
export function setGenerator(node: PlanNode & { kind: 'set' }, element: Generator): Generator {
  const size = sizeOf(node.checks);
  if (size.min > size.max) return impossible(node, 'size', sizeConflict(size));
  if (element.domain !== undefined && element.domain.length < size.min) {
    const reason = `${size.min} different items are needed and only ${element.domain.length} exist`;
    return impossible(node, 'size', reason);
  }
  return {
    height: 0,
    measure: () => (size.min > 0 ? element.height + 1 : 0),
    generate(random, room) {
      const count = pickLength(random, size, element, room);
      random.budget -= count;
      return new Set(distinct(node, element, random, room, count, size.min));
    },
    *shrink(value) {
      if (!(value instanceof Set)) return;
      for (const items of shrinkList([...(value as Set<unknown>)], size.min, element)) yield new Set(items);
    },
    edges: (random) => [new Set(distinct(node, element, random, 6, size.min, size.min))],
    children: [
      {
        node: node.element,
        generator: element,
        step: '*',
        put(random, room, make) {
          const items = distinct(node, element, random, room, size.min, size.min);
          return new Set([...items.slice(1), make()]);
        },
      },
    ],
  };
}

/** Makes maps. */
export function mapGenerator(node: PlanNode & { kind: 'map' }, key: Generator, value: Generator): Generator {
  const size = sizeOf(node.checks);
  if (size.min > size.max) return impossible(node, 'size', sizeConflict(size));
  if (key.domain !== undefined && key.domain.length < size.min) {
    return impossible(
      node,
      'size',
      `${size.min} different keys are needed and only ${key.domain.length} exist`,
    );
  }
  const tallest: Generator = { ...key, measure: () => 0, height: 0 };
  return {
    height: 0,
    measure: () => (size.min > 0 ? Math.max(key.height, value.height) + 1 : 0),
    generate(random, room) {
      tallest.height = Math.max(key.height, value.height);
      const count = pickLength(random, size, tallest, room);
      random.budget -= count;
      const keys = distinct(node, key, random, room, count, size.min);
      return new Map(keys.map((name) => [name, value.generate(random, room - 1)]));
    },
    *shrink(given) {
      if (!(given instanceof Map)) return;
      const entries = [...(given as Map<unknown, unknown>)];
      const none: Generator = { height: 0, generate: () => undefined, shrink: () => [], edges: () => [] };
      for (const fewer of shrinkList(entries, size.min, none)) yield new Map(fewer as [unknown, unknown][]);
      for (const [name, item] of entries) {
        for (const simpler of value.shrink(item)) yield new Map([...entries, [name, simpler]]);
      }
    },
    edges: (random) => [
      new Map(
        distinct(node, key, random, 6, size.min, size.min).map((name) => [name, value.generate(random, 6)]),
      ),
    ],
    children: [
      {
        node: node.value,
        generator: value,
        step: '*',
        put(random, room, make) {
          const keys = distinct(node, key, random, room, Math.max(1, size.min), Math.max(1, size.min));
          return new Map(
            keys.map((name, index) => [name, index === 0 ? make() : value.generate(random, room - 1)]),
          );
        },
      },
    ],
  };
}
