import type { Generator } from '../generator.ts';
import type { Random } from '../random.ts';

const leaves: readonly unknown[] = [null, true, false, 0, 1, -1, 0.5, 42, '', 'a', 'abc', '0'];

/** Any JSON value of modest size. */
function make(random: Random, room: number): unknown {
  if (room <= 0 || random.budget-- <= 0 || random.chance(0.7)) return random.pick(leaves);
  const count = random.below(3);
  if (random.chance(0.5)) return Array.from({ length: count }, () => make(random, room - 1));
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => ['abc'[index], make(random, room - 1)]),
  );
}

/** Makes any value that JSON can hold. */
export const anyValue: Generator = {
  height: 0,
  generate: (random, room) => make(random, Math.min(room, 2)),
  *shrink(value) {
    if (value === null) return;
    yield null;
    if (Array.isArray(value)) for (const item of value) yield item as unknown;
    else if (typeof value === 'object') for (const item of Object.values(value)) yield item as unknown;
  },
  edges: () => [
    null,
    '',
    0,
    -0,
    [],
    {},
    [[[]]],
    { a: { b: {} } },
    JSON.parse('{"__proto__":1}'),
    'a'.repeat(1_000),
  ],
};
