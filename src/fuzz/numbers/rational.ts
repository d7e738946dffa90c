/** An exact fraction; the denominator is positive and both are free of common factors. */
export interface Rational {
  top: bigint;
  bottom: bigint;
}

export function rational(top: bigint, bottom = 1n): Rational {
  const shared = gcd(top < 0n ? -top : top, bottom) || 1n;
  return { top: top / shared, bottom: bottom / shared };
}

/** The decimal that a number prints as: what an author who writes 0.1 means. */
export function fromNumber(value: number): Rational {
  const [mantissa, exponent = '0'] = value.toString().split('e');
  const [whole, fraction = ''] = mantissa!.split('.');
  const digits = BigInt(whole! + fraction);
  const shift = Number(exponent) - fraction.length;
  return shift >= 0 ? rational(digits * 10n ** BigInt(shift)) : rational(digits, 10n ** BigInt(-shift));
}

/** The smallest fraction that both divide. */
export function leastCommonMultiple(left: Rational, right: Rational): Rational {
  const [a, b] = [left.top * right.bottom, right.top * left.bottom];
  const product = a * b;
  return rational((product < 0n ? -product : product) / gcd(abs(a), abs(b)), left.bottom * right.bottom);
}

/** The largest whole number that is at most `value / step`. */
export function floorDivide(value: Rational, step: Rational): bigint {
  const [top, bottom] = [value.top * step.bottom, value.bottom * step.top];
  const quotient = top / bottom;
  return top % bottom !== 0n && top < 0n !== bottom < 0n ? quotient - 1n : quotient;
}

export function ceilDivide(value: Rational, step: Rational): bigint {
  return -floorDivide({ top: -value.top, bottom: value.bottom }, step);
}

export function equals(left: Rational, right: Rational): boolean {
  return left.top * right.bottom === right.top * left.bottom;
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function gcd(left: bigint, right: bigint): bigint {
  let [a, b] = [left, right];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
