import type { Experiment } from './experiment.ts';
import { holdCall } from '../bench/hold-call.ts';
import { runTrials } from './run-trials.ts';

/** A dedup window or a key made of the time must survive this long between two attempts. */
const CLOCK_STEP_MS = 3_600_000;

/** The first execution ends, the process is replaced by a fresh one, the call is executed again. */
export const restart: Experiment = {
  name: 'restart',
  run: (bench) =>
    runTrials(
      bench,
      bench.references.map((reference) => ({
        reference,
        situation: 'it was executed again by a fresh process under the same idempotency key',
        async play(world, input) {
          const call = holdCall(world.tool, input);
          const first = await call.attempt((parsed, ctx) => world.tool.execute(parsed, ctx));
          const fresh = await world.restart();
          if (fresh === undefined) return undefined;
          if (first.outcome !== 'returned') return first;
          return call.attempt((parsed, ctx) => fresh.execute(parsed, ctx)).then(asLost);
        },
      })),
    ),
};

/** The first execution ends, an hour goes by on the world's clock, the call is executed again. */
export const movedClock: Experiment = {
  name: 'moved clock',
  run: (bench) =>
    runTrials(
      bench,
      bench.references.map((reference) => ({
        reference,
        situation: 'it was executed again one hour later under the same idempotency key',
        async play(world, input) {
          if (world.clock === undefined) return undefined;
          const call = holdCall(world.tool, input);
          const first = await call.attempt((parsed, ctx) => world.tool.execute(parsed, ctx));
          await world.clock.advance(CLOCK_STEP_MS);
          if (first.outcome !== 'returned') return first;
          return call.attempt((parsed, ctx) => world.tool.execute(parsed, ctx)).then(asLost);
        },
      })),
    ),
};

// The first execution has done the work, so the effects count also where the second was refused.
function asLost(): { outcome: 'returned'; output: undefined } {
  return { outcome: 'returned', output: undefined };
}
