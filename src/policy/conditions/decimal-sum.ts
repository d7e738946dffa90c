/** A sum that is exact in decimals, so that ten times 0.1 is 1 and what is taken away leaves no trace. */
export interface DecimalSum {
  add(value: number): void;
  subtract(value: number): void;
  exceeds(limit: number): boolean;
}

/** Makes an empty sum. Values must be finite or infinite, not NaN. */
export function createDecimalSum(): DecimalSum {
  let units = 0n;
  let scale = 0;
  let infinite = 0;
  const apply = (value: number, sign: 1n | -1n): void => {
    if (!Number.isFinite(value)) {
      infinite += Number(sign);
      return;
    }
    const decimal = toDecimal(value);
    if (decimal.scale > scale) {
      units *= 10n ** BigInt(decimal.scale - scale);
      scale = decimal.scale;
    }
    units += sign * decimal.units * 10n ** BigInt(scale - decimal.scale);
  };
  return {
    add: (value) => apply(value, 1n),
    subtract: (value) => apply(value, -1n),
    exceeds(limit) {
      if (infinite > 0) return limit !== Number.POSITIVE_INFINITY;
      if (!Number.isFinite(limit)) return limit < 0;
      const decimal = toDecimal(limit);
      const common = Math.max(scale, decimal.scale);
      return units * 10n ** BigInt(common - scale) > decimal.units * 10n ** BigInt(common - decimal.scale);
    },
  };
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
