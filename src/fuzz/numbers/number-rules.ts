import type { Check } from '../../schema/plan/node.ts';

/** An end of a range. */
export interface Bound {
  value: number | bigint;
  inclusive: boolean;
}

/** The rules of a number, big integer or date, folded. */
export interface NumberRules {
  low: Bound | undefined;
  high: Bound | undefined;
  whole: boolean;
  multiples: (number | bigint)[];
  /** Multiples that a value must not be; used to break a rule. */
  notMultiples: (number | bigint)[];
  /** A fraction is wanted; used to break the rule of whole numbers. */
  fraction: boolean;
}

const formats: Record<string, [number | bigint, number | bigint]> = {
  safeint: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
  float32: [-3.4028234663852886e38, 3.4028234663852886e38],
  float64: [-Number.MAX_VALUE, Number.MAX_VALUE],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
};

/** Folds checks into a range and multiples; `broken` is turned round, all others hold. */
export function foldNumberChecks(checks: readonly Check[], broken?: Check): NumberRules {
  const rules: NumberRules = {
    low: undefined,
    high: undefined,
    whole: false,
    multiples: [],
    notMultiples: [],
    fraction: false,
  };
  for (const check of checks) foldCheck(rules, check, check === broken);
  return rules;
}

function foldCheck(rules: NumberRules, check: Check, broken: boolean): void {
  switch (check.check) {
    case 'greater_than':
    case 'less_than': {
      const value = check.value instanceof Date ? check.value.getTime() : check.value;
      const isLow = (check.check === 'greater_than') !== broken;
      narrow(rules, isLow ? 'low' : 'high', { value, inclusive: check.inclusive !== broken });
      return;
    }
    case 'multiple_of':
      (broken ? rules.notMultiples : rules.multiples).push(check.value);
      return;
    case 'number_format':
    case 'bigint_format':
      foldFormat(rules, check.format, broken);
      return;
    default:
  }
}

function foldFormat(rules: NumberRules, format: string, broken: boolean): void {
  const range = formats[format];
  const isWhole = format === 'integer' || format.includes('int');
  if (broken && isWhole && typeof range?.[0] !== 'bigint') rules.fraction = true;
  else if (broken && range) narrow(rules, 'low', { value: range[1], inclusive: false });
  else if (isWhole) rules.whole = true;
  if (range && !(broken && !rules.fraction)) {
    narrow(rules, 'low', { value: range[0], inclusive: true });
    narrow(rules, 'high', { value: range[1], inclusive: true });
  }
}

function narrow(rules: NumberRules, side: 'low' | 'high', bound: Bound): void {
  const known = rules[side];
  const stricter =
    known === undefined || (side === 'low' ? bound.value > known.value : bound.value < known.value);
  if (stricter) rules[side] = bound;
  // oxlint-disable-next-line eqeqeq -- a number and a big integer of one size are the same bound
  else if (bound.value == known.value && !bound.inclusive) rules[side] = bound;
}
