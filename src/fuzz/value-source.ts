import { readSchema } from '../schema/read-schema.ts';
import type { ParseResult, Schema, SchemaSource } from '../schema/schema.ts';
import { findImpossible, generationError, problemOf } from './generation-error.ts';
import { Stuck, type Generator } from './generator.ts';
import { Compiler } from './generators/compile.ts';
import type { Random } from './random.ts';

/** A whole value that was made but is not valid is made anew at most this often. */
const MAX_TRIES = 200;

/** How many levels deeper than the smallest value a value may be. */
const SPARE_ROOM = 4;

/** Everything that is known about making values of one schema; computed once. */
export interface ValueSource {
  schema: Schema;
  generator: Generator;
  /** Whether a value is valid; undefined where only a promise could tell. */
  judge(value: unknown): boolean | undefined;
  /** Makes a valid value; throws a GenerationError within bounds. */
  make(random: Random): unknown;
  /** Counts of values made and thrown away, over the life of the source. */
  counts: { made: number; rejected: number };
}

const sources = new WeakMap<Schema, ValueSource>();

/** The source of values of a schema. */
export function valueSource(given: SchemaSource | Schema): ValueSource {
  const schema = readSchema(given);
  const known = sources.get(schema);
  if (known !== undefined) return known;
  const { root } = schema.plan();
  const generator = new Compiler().compile(root);
  const counts = { made: 0, rejected: 0 };
  const source: ValueSource = {
    schema,
    generator,
    counts,
    judge: schema.plan().asynchronous === 'always' ? () => undefined : (value) => judge(schema, value),
    make: (random) => makeValid(source, random),
  };
  sources.set(schema, source);
  return source;
}

function judge(schema: Schema, value: unknown): boolean | undefined {
  const result: ParseResult | Promise<ParseResult> = schema.parse(value);
  return result instanceof Promise ? undefined : result.ok;
}

function makeValid(source: ValueSource, random: Random): unknown {
  const { generator, counts } = source;
  if (generator.height === Infinity) throw generationError(findImpossible(generator));
  const room = generator.height + SPARE_ROOM;
  const before = random.rejected;
  let deadline = Infinity;
  let tried = 0;
  try {
    while (tried < MAX_TRIES) {
      tried++;
      const value = generator.generate(random, room);
      if (source.judge(value) !== false) {
        counts.made++;
        counts.rejected += random.rejected - before + tried - 1;
        return value;
      }
      if (tried === 1) deadline = performance.now() + 500;
      else if (performance.now() > deadline) break;
    }
  } catch (thrown) {
    if (thrown instanceof Stuck) throw generationError(problemOf(thrown, generator));
    throw thrown;
  }
  throw generationError({
    path: '$',
    rule: 'whole value',
    reason: `the schema refused all of ${tried} values`,
  });
}
