/** Chance from a seed (mulberry32): small and fast, since one value may need hundreds of draws. */
export class Random {
  private state: number;
  /** How many more parts a value should have; at zero lists are as short as they may be. */
  budget = 400;
  /** How often a part was made and thrown away. */
  rejected = 0;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** A number from 0 (included) to 1 (excluded), with 32 random bits. */
  unit(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from 0 to `count - 1`. */
  below(count: number): number {
    return Math.floor(this.unit() * count);
  }

  /** An integer from `low` to `high`, both included; spans over 2^32 are filled with 53 bits. */
  between(low: number, high: number): number {
    const span = high - low + 1;
    if (span <= 2 ** 32) return low + this.below(span);
    return Math.min(high, low + Math.floor(((this.unit() * 2 ** 21 + this.unit()) / 2 ** 21) * span));
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)]!;
  }

  /** A big integer from `low` to `high`, both included. */
  bigBetween(low: bigint, high: bigint): bigint {
    const span = high - low + 1n;
    let drawn = 0n;
    for (let bits = 1n; bits < span << 16n; bits <<= 32n)
      drawn = (drawn << 32n) | BigInt(this.below(2 ** 32));
    return low + (drawn % span);
  }

  /** Some of the values, each at most once, in random order. */
  some<Value>(values: readonly Value[], count: number): Value[] {
    const pool = [...values];
    for (let index = 0; index < count; index++) {
      const other = index + this.below(pool.length - index);
      [pool[index], pool[other]] = [pool[other]!, pool[index]!];
    }
    return pool.slice(0, count);
  }
}
