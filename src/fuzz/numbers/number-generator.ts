import type { Check } from '../../schema/plan/node.ts';
import { createFloatGenerator } from './float-generator.ts';
import { foldNumberChecks } from './number-rules.ts';
import { fromNumber, rational, type Rational } from './rational.ts';
import { createWholeGenerator, type Made, type WholeKind } from './whole-generator.ts';

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

const numberKind: WholeKind = {
  make: (value) => Number(value.top) / Number(value.bottom),
  read: (value) => (typeof value === 'number' && Number.isFinite(value) ? fromNumber(value) : undefined),
  usual: [rational(-SAFE), rational(SAFE)],
};

const bigintKind: WholeKind = {
  make: (value) => value.top / value.bottom,
  read: (value) => (typeof value === 'bigint' ? rational(value) : undefined),
  usual: [rational(-(2n ** 63n)), rational(2n ** 63n)],
};

const dateKind: WholeKind = {
  make: (value) => new Date(Number(value.top / value.bottom)),
  read: (value): Rational | undefined =>
    value instanceof Date && !Number.isNaN(value.getTime()) ? rational(BigInt(value.getTime())) : undefined,
  usual: [rational(0n), rational(4_102_444_800_000n)],
};

/** Makes numbers, big integers or dates that keep the checks; with `broken`, all checks but that one, which they break. */
export function createNumberGenerator(
  kind: 'number' | 'bigint' | 'date',
  checks: readonly Check[],
  broken?: Check,
): Made {
  const rules = foldNumberChecks(checks, broken);
  if (kind === 'bigint') return createWholeGenerator({ ...rules, whole: true }, bigintKind);
  if (kind === 'date') return createWholeGenerator({ ...rules, whole: true }, dateKind);
  const stepped = rules.whole || rules.multiples.length > 0;
  if (stepped && !rules.fraction) return createWholeGenerator(rules, numberKind);
  if (rules.notMultiples.length > 0) {
    const halves = createWholeGenerator({ ...rules, multiples: [0.001] }, numberKind);
    if (halves.ok) return halves;
  }
  return createFloatGenerator(rules);
}
