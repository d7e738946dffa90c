import type { Generator } from '../generator.ts';
import type { Random } from '../random.ts';
import type { NumberRules } from './number-rules.ts';
import {
  ceilDivide,
  equals,
  floorDivide,
  fromNumber,
  leastCommonMultiple,
  rational,
  type Rational,
} from './rational.ts';

export type Made = { ok: true; generator: Generator } | { ok: false; reason: string };

/** How a counted step becomes a value, and back. */
export interface WholeKind {
  make(value: Rational): unknown;
  read(value: unknown): Rational | undefined;
  /** The range where no rule sets one. */
  usual: [Rational, Rational];
}

const toRational = (value: number | bigint): Rational =>
  typeof value === 'bigint' ? rational(value) : fromNumber(value);

/** Makes values that are multiples of an exact step inside a range: integers, cents, big integers, dates. */
export function createWholeGenerator(rules: NumberRules, kind: WholeKind): Made {
  const steps = [...(rules.whole ? [rational(1n)] : []), ...rules.multiples.map(toRational)].filter(
    (step) => step.top !== 0n,
  );
  const step = steps.reduce(leastCommonMultiple, steps[0] ?? rational(1n));
  const [least, most] = span(rules, kind, step);
  if (least > most) return { ok: false, reason: 'no number lies between its bounds' };
  const forbidden = rules.notMultiples.map(toRational);
  const allowed = (count: bigint): boolean =>
    forbidden.every((other) => !isMultiple({ top: count * step.top, bottom: step.bottom }, other));
  const make = (count: bigint): unknown => kind.make(rational(count * step.top, step.bottom));
  const simplest = least > 0n ? least : most < 0n ? most : 0n;
  const generator: Generator = {
    height: 0,
    generate(random) {
      let count = draw(random, least, most);
      for (let tries = 0; !allowed(count) && tries < 100; tries++) count = draw(random, least, most);
      return make(count);
    },
    *shrink(value) {
      const exact = kind.read(value);
      if (exact === undefined) return;
      const count = floorDivide(exact, step);
      if (!equals({ top: count * step.top, bottom: step.bottom }, exact)) return;
      for (let gap = count - simplest; gap !== 0n; gap /= 2n) yield make(count - gap);
    },
    edges() {
      const counts = [least, least + 1n, most, most - 1n, simplest, simplest + 1n, simplest - 1n];
      const legal = [...new Set(counts)].filter((count) => count >= least && count <= most && allowed(count));
      return legal.map(make);
    },
  };
  if (most - least < 64n) {
    const counts = Array.from({ length: Number(most - least) + 1 }, (_, index) => least + BigInt(index));
    generator.domain = counts.filter(allowed).map(make);
    if (generator.domain.length === 0) return { ok: false, reason: 'no number keeps its rules' };
  }
  return { ok: true, generator };
}

function isMultiple(value: Rational, step: Rational): boolean {
  return (value.top * step.bottom) % (value.bottom * step.top) === 0n;
}

function span(rules: NumberRules, kind: WholeKind, step: Rational): [bigint, bigint] {
  const [usualLow, usualHigh] = kind.usual;
  let [least, most] = [ceilDivide(usualLow, step), floorDivide(usualHigh, step)];
  if (rules.low) {
    const low = toRational(rules.low.value);
    least = ceilDivide(low, step);
    if (!rules.low.inclusive && equals({ top: least * step.top, bottom: step.bottom }, low)) least += 1n;
    if (!rules.high && most < least) most = least + 1_000n;
  }
  if (rules.high) {
    const high = toRational(rules.high.value);
    most = floorDivide(high, step);
    if (!rules.high.inclusive && equals({ top: most * step.top, bottom: step.bottom }, high)) most -= 1n;
    if (!rules.low && least > most) least = most - 1_000n;
  }
  return [least, most];
}

const SMALL = 100n;

/** Mostly small counts near zero (or near the end that is nearest to it), sometimes any. */
function draw(random: Random, least: bigint, most: bigint): bigint {
  if (most - least < 2n ** 32n) {
    const [low, high] = [Number(least), Number(most)];
    if (high - low <= 200 || random.chance(0.4)) return BigInt(random.between(low, high));
  }
  if (random.chance(0.3)) return random.bigBetween(least, most);
  const center = least > 0n ? least : most < 0n ? most : 0n;
  const low = center - SMALL > least ? center - SMALL : least;
  const high = center + SMALL < most ? center + SMALL : most;
  return low + BigInt(random.between(0, Number(high - low)));
}
