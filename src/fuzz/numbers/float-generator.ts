import type { Generator } from '../generator.ts';
import type { Random } from '../random.ts';
import type { NumberRules } from './number-rules.ts';
import type { Made } from './whole-generator.ts';

const view = new DataView(new ArrayBuffer(8));

/** The next floating point number in a direction. */
export function nextFloat(value: number, up: boolean): number {
  if (value === 0) return up ? Number.MIN_VALUE : -Number.MIN_VALUE;
  view.setFloat64(0, value);
  const bits = view.getBigInt64(0);
  view.setBigInt64(0, bits + (value > 0 === up ? 1n : -1n));
  return view.getFloat64(0);
}

/** Makes floating point numbers between bounds that may be as close as two neighbours. */
export function createFloatGenerator(rules: NumberRules): Made {
  const low = rules.low ? Number(rules.low.value) : -Number.MAX_VALUE;
  const high = rules.high ? Number(rules.high.value) : Number.MAX_VALUE;
  const least = rules.low && !rules.low.inclusive ? nextFloat(low, true) : low;
  const most = rules.high && !rules.high.inclusive ? nextFloat(high, false) : high;
  if (!(least <= most) || (rules.fraction && Math.ceil(least) === least && least === most)) {
    return { ok: false, reason: 'no number lies between its bounds' };
  }
  const legal = (value: number): boolean =>
    value >= least && value <= most && (!rules.fraction || !Number.isInteger(value));
  const generator: Generator = {
    height: 0,
    generate: (random) => drawFloat(random, least, most, rules.fraction),
    *shrink(value) {
      if (typeof value !== 'number') return;
      for (const simpler of simplerFloats(value)) if (legal(simpler)) yield simpler;
      if (legal(least)) yield least;
    },
    edges: () =>
      [
        least,
        nextFloat(least, true),
        most,
        nextFloat(most, false),
        0,
        -0,
        0.1,
        -1,
        1,
        2 ** 53 - 1,
        2 ** 53,
        Number.MIN_VALUE,
        1e21,
      ].filter(legal),
  };
  return { ok: true, generator };
}

function drawFloat(random: Random, least: number, most: number, fraction: boolean): number {
  const near = Math.min(Math.max(0, least), most);
  const [low, high] = [Math.max(least, near - 1_000), Math.min(most, near + 1_000)];
  const choice = random.unit();
  if (!fraction && choice < 0.45) {
    const [from, to] = [Math.ceil(low), Math.floor(high)];
    if (from <= to) return random.between(from, to);
  }
  if (choice < 0.8) {
    // Two decimals, as people write them.
    const rounded = Math.round((low + random.unit() * (high - low)) * 100) / 100;
    if (rounded >= low && rounded <= high && !(fraction && Number.isInteger(rounded))) return rounded;
  }
  const [from, to] = choice < 0.95 ? [low, high] : [least, most];
  const value =
    from / 2 + (to / 2 - from / 2) * random.unit() + (from / 2 + (to / 2 - from / 2) * random.unit());
  const inside = Math.min(Math.max(value, least), most);
  return fraction && Number.isInteger(inside) ? between(low, high) : inside;
}

/** A fraction inside a narrow range. */
function between(low: number, high: number): number {
  const middle = low + (high - low) / 2;
  return Number.isInteger(middle) ? low + (high - low) / 4 : middle;
}

function* simplerFloats(value: number): Iterable<number> {
  if (value === 0) return;
  yield 0;
  const whole = Math.trunc(value);
  if (whole !== value) {
    yield whole;
    yield Math.round(value * 10) / 10;
    yield Math.round(value * 100) / 100;
  }
  for (let gap = Math.trunc(whole / 2); gap !== 0; gap = Math.trunc(gap / 2)) yield whole - gap;
  if (Math.abs(whole) >= 1 && whole === value) yield whole - Math.sign(whole);
  if (value < 0) yield -value;
}
