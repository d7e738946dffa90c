/** A sum that is exact in decimals, so that ten times 0.1 is 1 and what is taken away leaves no trace. */
export interface DecimalSum {
  add(value: number): void;
  subtract(value: number): void;
  /** Whether the sum, with `more`, is greater than a limit. */
  exceeds(limit: number, more?: number): boolean;
}

/** Values with up to six decimals are counted in millionths as whole numbers, which a double holds exactly. */
const MILLION = 1_000_000;

/** Makes an empty sum. Values must be finite or infinite, not NaN. */
export function createDecimalSum(): DecimalSum {
  let millionths = 0;
  let rest: Exact | undefined;
  const apply = (value: number, sign: 1 | -1): void => {
    const sum = millionths + sign * toMillionths(value);
    if (Number.isSafeInteger(sum)) millionths = sum;
    else rest = addExact(rest ?? nothing, value, sign);
  };
  return {
    add: (value) => apply(value, 1),
    subtract: (value) => apply(value, -1),
    exceeds(limit, more = 0) {
      const sum = millionths + toMillionths(more);
      const bound = toMillionths(limit);
      if (rest === undefined && Number.isSafeInteger(sum) && !Number.isNaN(bound)) return sum > bound;
      const exact = addExact(rest ?? nothing, more, 1);
      return exceedsExact(join(exact, { units: BigInt(millionths), scale: 6, infinite: 0 }), limit);
    },
  };
}

/** NaN where a value has more than six decimals or is too large. */
function toMillionths(value: number): number {
  const whole = Math.round(value * MILLION);
  return Number.isSafeInteger(whole) && whole / MILLION === value ? whole : Number.NaN;
}

/** A sum of any doubles, as a whole number of `10^-scale`, beside the number of infinite values. */
interface Exact {
  units: bigint;
  scale: number;
  infinite: number;
}

const nothing: Exact = { units: 0n, scale: 0, infinite: 0 };

function addExact(sum: Exact, value: number, sign: 1 | -1): Exact {
  if (!Number.isFinite(value)) return { ...sum, infinite: sum.infinite + sign };
  const { units, scale } = toDecimal(value);
  return join(sum, { units: BigInt(sign) * units, scale, infinite: 0 });
}

function join(left: Exact, right: Exact): Exact {
  const scale = Math.max(left.scale, right.scale);
  return {
    units: unitsAt(left, scale) + unitsAt(right, scale),
    scale,
    infinite: left.infinite + right.infinite,
  };
}

function exceedsExact(sum: Exact, limit: number): boolean {
  if (sum.infinite > 0) return limit !== Number.POSITIVE_INFINITY;
  if (!Number.isFinite(limit)) return limit < 0;
  const bound = toDecimal(limit);
  const scale = Math.max(sum.scale, bound.scale);
  return unitsAt(sum, scale) > unitsAt(bound, scale);
}

function unitsAt(value: { units: bigint; scale: number }, scale: number): bigint {
  return value.units * 10n ** BigInt(scale - value.scale);
}

/** The shortest decimal that reads as this number, as a whole number of `10^-scale`. */
function toDecimal(value: number): { units: bigint; scale: number } {
  if (Number.isSafeInteger(value)) return { units: BigInt(value), scale: 0 };
  const [digits = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = digits.split('.');
  const scale = fraction.length - Number(exponent);
  const units = BigInt(whole + fraction);
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}
