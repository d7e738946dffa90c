import type { PlanNode, WrapperShape } from '../../schema/plan/node.ts';
import { impossible, Stuck, type Generator } from '../generator.ts';

/** Chooses among the options that still fit into the room; the simplest option comes first when shrinking. */
export function unionGenerator(node: PlanNode, options: Generator[], nodes: readonly PlanNode[]): Generator {
  const domain = options.every((option) => option.domain !== undefined)
    ? [...new Set(options.flatMap((option) => [...option.domain!]))]
    : undefined;
  const union: Generator = {
    height: 0,
    measure: () => Math.min(Infinity, ...options.map((option) => option.height)),
    generate(random, room) {
      const open = options.filter((option) => option.height <= room);
      if (open.length > 0) return random.pick(open).generate(random, room);
      const lowest = options.reduce(
        (left, right) => (right.height < left.height ? right : left),
        options[0]!,
      );
      if (lowest === undefined || lowest.height === Infinity)
        throw new Stuck(node, 'union', 'none of its options has a value');
      return lowest.generate(random, room);
    },
    *shrink(value) {
      for (const option of options) {
        if (option.domain && option.domain.length < 4 && !option.domain.includes(value)) yield* option.domain;
      }
      for (const option of options) yield* option.shrink(value);
    },
    edges: (random) =>
      options.flatMap((option) => (option.height === Infinity ? [] : option.edges(random).slice(0, 24))),
    children: options.map((generator, index) => ({
      node: nodes[index]!,
      generator,
      step: undefined,
      put: (_random, _room, make) => make(),
    })),
  };
  if (domain !== undefined && domain.length <= 256) union.domain = domain;
  return union;
}

/** The value itself, or now and then another one (`undefined`, `null`) that the wrapper lets pass. */
export function orElse(
  node: PlanNode & WrapperShape,
  inner: Generator,
  other: { value: unknown; chance: number } | undefined,
): Generator {
  const wrapper: Generator = {
    height: 0,
    measure: () => (other === undefined ? inner.height : Math.min(0, inner.height)),
    generate(random, room) {
      if (other !== undefined && (inner.height > room || random.unit() < other.chance)) return other.value;
      return inner.generate(random, room);
    },
    *shrink(value) {
      if (other !== undefined && value !== other.value) yield other.value;
      yield* inner.shrink(value);
    },
    edges: (random) => [
      ...(other === undefined ? [] : [other.value]),
      ...(inner.height === Infinity ? [] : inner.edges(random)),
    ],
    children: [
      { node: node.inner, generator: inner, step: undefined, put: (_random, _room, make) => make() },
    ],
  };
  if (inner.domain !== undefined) {
    wrapper.domain =
      other === undefined || inner.domain.includes(other.value)
        ? inner.domain
        : [other.value, ...inner.domain];
  }
  return wrapper;
}

export function wrapperGenerator(node: PlanNode & WrapperShape, inner: Generator): Generator {
  switch (node.kind) {
    case 'optional':
      return orElse(node, inner, node.exact === true ? undefined : { value: undefined, chance: 0.15 });
    case 'default':
    case 'prefault':
      return orElse(node, inner, { value: undefined, chance: 0.15 });
    case 'nullable':
      return orElse(node, inner, { value: null, chance: 0.15 });
    case 'promise':
      return promised(inner);
    default:
      return orElse(node, inner, undefined);
  }
}

function promised(inner: Generator): Generator {
  return {
    height: 0,
    measure: () => inner.height,
    generate: (random, room) => Promise.resolve(inner.generate(random, room)),
    shrink: () => [],
    edges: (random) => inner.edges(random).map((value) => Promise.resolve(value)),
  };
}

/** Leaves out one value, for `nonoptional`. */
export function except(node: PlanNode, inner: Generator, forbidden: unknown): Generator {
  if (inner.domain !== undefined && inner.domain.every((value) => value === forbidden)) {
    return impossible(node, 'nonoptional', 'only undefined would fit');
  }
  return {
    height: 0,
    shrink: (value) => inner.shrink(value),
    edges: (random) => inner.edges(random).filter((value) => value !== forbidden),
    measure: () => inner.height,
    generate(random, room) {
      for (let tries = 0; tries < 100; tries++) {
        const value = inner.generate(random, room);
        if (value !== forbidden) return value;
      }
      throw new Stuck(node, 'nonoptional', 'only undefined was found');
    },
    ...(inner.domain && { domain: inner.domain.filter((value) => value !== forbidden) }),
  };
}
