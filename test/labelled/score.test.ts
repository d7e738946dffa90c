import { describe, expect, test } from 'vitest';
import { checkIdempotency } from '../../src/probe/check-idempotency.ts';
import { oracleSeesExtraEffect } from './oracle.ts';
import type { Disturbance } from './plans.ts';
import { baselines } from './baselines.ts';
import { count, nothing, scoreLine, wilson, type Counts } from './statistics.ts';
import { variants, type Variant } from './variants.ts';

// The whole set takes minutes; `npm run score` asks for it, a normal run takes one look of every tool.
const isWhole = process.env['TOUCHSTONE_SCORE'] === 'whole';
const chosen = isWhole ? variants : variants.filter(({ look }) => look.id === '00');
const QUIET_MS = 20;
const AT_ONCE = 12;
const LIMIT_MS = 600_000;

async function forAll<Result>(
  items: readonly Variant[],
  act: (variant: Variant) => Promise<Result>,
): Promise<Map<Variant, Result>> {
  const results = new Map<Variant, Result>();
  const waiting = [...items];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      results.set(next, await act(next));
  };
  // The waits for quiet are the longest part, so several tools are looked at at once.
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

const everyDisturbance: Disturbance[] = ['repeat', 'restart', 'hour', 'lost', 'refused', 'death', 'race'];

// The oracle visits every tool many times; it runs with `npm run score`.
describe.skipIf(!isWhole)('the labelled set (whole set only)', () => {
  test('an independent oracle sees the fault of every faulty tool', { timeout: LIMIT_MS }, async () => {
    const faulty = chosen.filter(({ plan }) => plan.label === 'faulty');
    const seen = await forAll(faulty, (variant) => oracleSeesExtraEffect(variant, variant.plan.exposedBy!));
    expect([...seen].filter(([, isSeen]) => !isSeen).map(([{ id }]) => id)).toEqual([]);
  });

  test('and none in the sound ones, except what is declared', { timeout: LIMIT_MS }, async () => {
    const sound = chosen.filter(
      ({ plan }) => plan.label === 'sound' && plan.annotations?.idempotentHint !== false,
    );
    const seen = await forAll(sound, async (variant) => {
      for (const disturbance of everyDisturbance) {
        if (await oracleSeesExtraEffect(variant, disturbance)) return disturbance;
      }
      return undefined;
    });
    const accused = [...seen].filter(([, disturbance]) => disturbance !== undefined);
    expect(accused.map(([{ id }, disturbance]) => `${id} ${disturbance}`)).toEqual([]);
  });
});

test('idempotency: the score and its targets', { timeout: LIMIT_MS }, async () => {
  const counts: Record<string, Counts> = { probes: nothing() };
  const wrong: string[] = [];
  const times: number[] = [];
  const checks = await forAll(chosen, async (variant) => {
    const started = performance.now();
    const { toolName, world, inputs } = variant;
    const check = await checkIdempotency({ toolName, world, inputs, quietMs: QUIET_MS });
    times.push(performance.now() - started);
    return check;
  });
  for (const [{ id, plan }, { verdict, message }] of checks) {
    const said = verdict === 'inconclusive' ? verdict : verdict === 'non-idempotent' ? 'faulty' : 'sound';
    count(counts['probes']!, plan.label === 'faulty', said);
    if (said !== plan.label)
      wrong.push(`${id} (${plan.operator}) is ${plan.label}, said ${verdict}: ${message}`);
  }
  for (const [name, baseline] of Object.entries(baselines)) {
    counts[name] = nothing();
    for (const [{ plan }, isFaulty] of await forAll(chosen, baseline)) {
      count(counts[name], plan.label === 'faulty', isFaulty ? 'faulty' : 'sound');
    }
  }
  const lines = Object.entries(counts).map(([name, found]) => scoreLine(name, found));
  times.sort((left, right) => left - right);
  const median = times[Math.floor(times.length / 2)]!;
  if (isWhole) {
    console.log(['', 'tool/not-idempotent', ...lines, ...wrong].join('\n'));
    console.log(
      `time per tool: median ${median.toFixed(0)} ms, most ${times.at(-1)!.toFixed(0)} ms (${AT_ONCE} at once)`,
    );
  }
  const { truePositive, falseNegative, falsePositive, inconclusive } = counts['probes']!;
  expect(wrong).toEqual([]);
  expect(truePositive / (truePositive + falseNegative)).toBeGreaterThanOrEqual(0.97);
  expect(truePositive / (truePositive + falsePositive)).toBeGreaterThanOrEqual(0.97);
  expect(inconclusive / chosen.length).toBeLessThanOrEqual(0.03);
});

test('the interval of a share is that of Wilson', () => {
  const { low, high } = wilson(40, 40);
  expect([low.toFixed(3), high.toFixed(3)]).toEqual(['0.912', '1.000']);
});
