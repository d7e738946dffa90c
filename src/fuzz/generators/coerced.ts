import type { PlanNode } from '../../schema/plan/node.ts';
import type { Generator } from '../generator.ts';

/** What `z.coerce` takes besides values of the kind itself: most often the text of one. */
export function coerced(node: PlanNode, base: Generator): Generator {
  const { domain: _, ...rest } = base;
  return {
    ...rest,
    generate(random, room) {
      const value = base.generate(random, room);
      return random.chance(0.3) ? spell(value, node.kind) : value;
    },
    *shrink(value) {
      if (typeof value === 'string' && node.kind !== 'string') yield* base.shrink(parse(value, node.kind));
      else yield* base.shrink(value);
    },
  };
}

function spell(value: unknown, kind: string): unknown {
  if (kind === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  return kind === 'boolean' ? (value === true ? 'yes' : '') : String(value);
}

function parse(text: string, kind: string): unknown {
  if (kind === 'number') return Number(text);
  if (kind === 'date') return new Date(text);
  return text;
}
