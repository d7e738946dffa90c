import type { Schema, SchemaSource } from '../schema/schema.ts';
import { Random } from './random.ts';
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
