import { Arbitrary, Stream, Value, type Random as FastCheckRandom } from 'fast-check';
import { isSimpler } from './shrink/complexity.ts';
import { Random } from './random.ts';

/** How values of one family are made, recognised and made simpler. */
export interface Family<T> {
  make(random: Random): T;
  /** Simpler values, the boldest first; those outside the family are dropped. */
  simpler(value: T): Iterable<T>;
  /** Whether a value belongs to the family. */
  includes(value: unknown): value is T;
}

/** A family as an arbitrary of fast-check; what it shrinks to stays in the family. */
export class ValueArbitrary<T> extends Arbitrary<T> {
  private readonly family: Family<T>;

  constructor(family: Family<T>) {
    super();
    this.family = family;
  }

  make(random: Random): T {
    return this.family.make(random);
  }

  override generate(source: FastCheckRandom): Value<T> {
    // One draw only: what a value costs fast-check's generator does not grow with the value.
    return new Value(this.make(new Random(source.nextInt(-0x80000000, 0x7fffffff))), undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.family.includes(value);
  }

  override shrink(value: T): Stream<Value<T>> {
    const { family } = this;
    function* simpler(): IterableIterator<Value<T>> {
      for (const candidate of family.simpler(value)) {
        if (isSimpler(candidate, value) && family.includes(candidate)) yield new Value(candidate, undefined);
      }
    }
    return new Stream(simpler());
  }
}
