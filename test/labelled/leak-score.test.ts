import { expect, test } from 'vitest';
import { leakBaselines, leaksOf, leakUnits } from './leak-units.ts';
import { count, nothing, scoreLine, type Counts } from './statistics.ts';

test('leaks: the score and its targets', { timeout: 60_000 }, () => {
  const counts: Record<string, Counts> = { recorder: nothing() };
  const wrong = new Map<string, number>();
  const started = performance.now();
  for (const unit of leakUnits) {
    const leaked = leaksOf(unit).some(
      ({ ruleId, evidence }) =>
        ruleId === 'leak/sensitive-field' && evidence['fieldName'] === 'accountSecret',
    );
    count(counts['recorder']!, unit.label === 'faulty', leaked ? 'faulty' : 'sound');
    const kind = `${unit.label}: ${unit.form}`;
    if (leaked !== (unit.label === 'faulty')) wrong.set(kind, (wrong.get(kind) ?? 0) + 1);
  }
  const perUnitMs = (performance.now() - started) / leakUnits.length;
  for (const [name, finds] of Object.entries(leakBaselines)) {
    counts[name] = nothing();
    for (const unit of leakUnits)
      count(counts[name], unit.label === 'faulty', finds(unit) ? 'faulty' : 'sound');
  }
  if (process.env['TOUCHSTONE_SCORE'] === 'whole') {
    const lines = Object.entries(counts).map(([name, found]) => scoreLine(name, found));
    const missed = [...wrong].map(([kind, times]) => `wrong: ${kind}, ${times} times`);
    console.log(
      ['', 'leak/sensitive-field', ...lines, ...missed, `${perUnitMs.toFixed(1)} ms per story`].join('\n'),
    );
  }
  const { truePositive, falseNegative, falsePositive } = counts['recorder']!;
  expect(truePositive / (truePositive + falseNegative)).toBeGreaterThanOrEqual(0.97);
  expect(truePositive / (truePositive + falsePositive)).toBeGreaterThanOrEqual(0.97);
});
