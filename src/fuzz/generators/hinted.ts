import { Random as FastCheckRandom, type Arbitrary } from 'fast-check';
import { isPlainObject } from '../../core/json.ts';
import type { PlanNode } from '../../schema/plan/node.ts';
import { oneOf, type Generator } from '../generator.ts';
import { guarded } from './guarded.ts';

/** The author's own values: `.meta({ touchstone: { arbitrary } })` or `{ examples: [...] }`. */
export function hintedGenerator(node: PlanNode): Generator | undefined {
  const hint = node.meta.touchstone;
  if (!isPlainObject(hint)) return undefined;
  if (isArbitrary(hint.arbitrary)) return guarded(node, fromArbitrary(hint.arbitrary), 'hint');
  if (Array.isArray(hint.examples) && hint.examples.length > 0) {
    const { domain: _, ...generator } = oneOf(hint.examples);
    return guarded(node, generator, 'hint');
  }
  return undefined;
}

// The author may have another copy of fast-check.
function isArbitrary(value: unknown): value is Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const { generate, shrink, canShrinkWithoutContext } = value as Partial<Arbitrary<unknown>>;
  return [generate, shrink, canShrinkWithoutContext].every((method) => typeof method === 'function');
}

function fromArbitrary(arbitrary: Arbitrary<unknown>): Generator {
  return {
    height: 0,
    generate: (random) => arbitrary.generate(new FastCheckRandom(sourceOf(random)), undefined).value,
    shrink: function* (value) {
      if (!arbitrary.canShrinkWithoutContext(value)) return;
      for (const simpler of arbitrary.shrink(value, undefined)) yield simpler.value;
    },
    edges: () => [],
  };
}

type Source = ConstructorParameters<typeof FastCheckRandom>[0];

/** Our chance in the shape in which fast-check wants it. */
function sourceOf(random: { below(count: number): number }): Source {
  const source = {
    clone: () => source,
    next: () => random.below(2 ** 32) | 0,
    jump: () => undefined,
    getState: () => [],
  };
  return source as unknown as Source;
}
