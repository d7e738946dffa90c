import type { Arbitrary } from 'fast-check';
import type { InputOf, Schema, SchemaSource } from '../schema/schema.ts';
import { ValueArbitrary } from './value-arbitrary.ts';
import { valueSource } from './value-source.ts';

/**
 * Values that a schema accepts, as a fast-check arbitrary; they shrink to simpler values that it accepts too.
 * @throws AppError CONFIG_INVALID (a GenerationError) when values are drawn and none can be made; it names path and rule.
 */
export function validInputs<Source extends SchemaSource>(schema: Source): Arbitrary<InputOf<Source>>;
export function validInputs(schema: Schema): Arbitrary<unknown>;
export function validInputs(schema: SchemaSource | Schema): Arbitrary<unknown> {
  const source = valueSource(schema);
  return new ValueArbitrary<unknown>({
    make: (random) => source.make(random),
    simpler: (value) => source.generator.shrink(value),
    includes: (value): value is unknown => source.judge(value) !== false,
  });
}
