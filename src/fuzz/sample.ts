import type { Arbitrary } from 'fast-check';
import type { Schema, SchemaSource } from '../schema/schema.ts';
import { edgeInputs } from './edge-inputs.ts';
import { Random } from './random.ts';
import { ValueArbitrary } from './value-arbitrary.ts';
import { valueSource } from './value-source.ts';

/** How many values to make, and from which seed; the same seed gives the same values. */
export interface SampleOptions {
  count: number;
  /** @default 1 */
  seed?: number;
}

/**
 * Valid inputs of a schema, the same for the same seed; the first are the simplest.
 * @throws AppError CONFIG_INVALID (a GenerationError) when none can be made.
 */
export function sample(schema: SchemaSource | Schema, { count, seed = 1 }: SampleOptions): unknown[] {
  const source = valueSource(schema);
  return Array.from({ length: count }, (_, index) =>
    source.make(new Random(Math.imul(seed, 0x9e3779b1) + index)),
  );
}

const EDGE_SHARE = 0.3;

/** Valid inputs as tools should bear them: three in ten stand at a rim. They shrink like `validInputs`. */
export function workingInputs(schema: SchemaSource | Schema): Arbitrary<unknown> {
  const source = valueSource(schema);
  const edges = edgeInputs(schema) as ValueArbitrary<{ value: unknown; valid: boolean }>;
  return new ValueArbitrary<unknown>({
    make(random) {
      if (random.chance(EDGE_SHARE)) {
        for (let tries = 0; tries < 6; tries++) {
          const edge = edges.make(random);
          if (edge.valid) return edge.value;
        }
      }
      return source.make(random);
    },
    simpler: (value) => source.generator.shrink(value),
    includes: (value): value is unknown => source.judge(value) !== false,
  });
}
