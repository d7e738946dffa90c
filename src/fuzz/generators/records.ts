import { isPlainObject, setOwn } from '../../core/json.ts';
import type { PlanNode } from '../../schema/plan/node.ts';
import { impossible, type Generator } from '../generator.ts';
import type { Random } from '../random.ts';
import { shrinkObject } from './objects.ts';
import { sizeOf } from './sequences.ts';

/** Makes records: keys of one kind, values of another. */
export function recordGenerator(
  node: PlanNode & { kind: 'record' },
  key: Generator,
  value: Generator,
): Generator {
  const size = sizeOf(node.checks);
  const all = node.mode === 'strict' && key.domain !== undefined ? key.domain.map(String) : undefined;
  if (key.height === Infinity && size.min > 0) return impossible(node, 'key', 'it has no possible key');
  const generate = (random: Random, room: number): Record<string, unknown> => {
    random.budget--;
    const result = {};
    if (all) {
      for (const name of all) setOwn(result, name, value.generate(random, room - 1));
      return result;
    }
    const poor = value.height > room - 1 || random.budget <= 0 || key.height === Infinity;
    const wanted = poor ? size.min : Math.min(size.max, size.min + random.below(4));
    for (let tries = 0; Object.keys(result).length < wanted && tries < wanted * 10; tries++) {
      const name = keyText(key, random);
      if (name !== undefined) setOwn(result, name, value.generate(random, room - 1));
    }
    return result;
  };
  return {
    height: 0,
    measure: () => ((all && all.length > 0) || size.min > 0 ? value.height + 1 : 0),
    generate,
    *shrink(given) {
      if (!isPlainObject(given)) return;
      const fixed = all !== undefined;
      yield* shrinkObject(
        given,
        Object.keys(given).map((name) => ({ key: name, node: node.value, generator: value, fixed })),
      );
    },
    edges: (random) => [generate(random, 6), generate(random, 0)],
    children: [
      {
        node: node.value,
        generator: value,
        step: '*',
        put(random, room, make) {
          const result = generate(random, room);
          setOwn(result, all ? random.pick(all) : (keyText(key, random) ?? 'a'), make());
          return result;
        },
      },
    ],
  };
}

function keyText(key: Generator, random: Random): string | undefined {
  for (let tries = 0; tries < 20; tries++) {
    const text = plainKey(key.generate(random, 1));
    if (text !== undefined) return text;
  }
  return undefined;
}

/** A key as objects have it; numbers only where they print plainly, and never the key that changes a prototype. */
function plainKey(key: unknown): string | undefined {
  if (typeof key === 'number')
    return /^-?\d+(\.\d+)?$/.test(String(key)) && !Object.is(key, -0) ? String(key) : undefined;
  return typeof key === 'string' && !(key in Object.prototype) ? key : undefined;
}
