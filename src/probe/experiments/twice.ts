import { isEqual } from '../../core/canonical.ts';
import type { Json } from '../../core/json.ts';
import type { Bench, Experiment, Observation } from './experiment.ts';
import { holdCall, type Execution, type HeldCall } from '../bench/hold-call.ts';
import { openWorld, type OpenWorld } from '../bench/open-world.ts';
import { waitForQuiet } from '../bench/wait-for-quiet.ts';

interface Trial {
  inputIndex: number;
  world: OpenWorld;
  call: HeldCall;
  before: Json;
  first: Execution;
  operations: number[];
  once: Json;
}

/**
 * The plainest retry: the call is executed to its end, the reply is lost, the call is executed again under the same
 * idempotency key. Every input has a fresh world; all inputs share one wait for late effects.
 */
export const twice: Experiment = {
  name: 'twice',
  async run(bench) {
    if (bench.shareWorld === true) return twiceInOneWorld(bench);
    const trials: Trial[] = [];
    try {
      for (const inputIndex of bench.inputs.keys()) trials.push(await begin(bench, inputIndex));
      await quiet(trials, bench);
      for (const trial of trials) {
        trial.once = await trial.world.observe();
        const { tool } = trial.world;
        if (trial.first.outcome === 'returned')
          await trial.call.attempt((input, ctx) => tool.execute(input, ctx));
      }
      await quiet(trials, bench);
      const observations: Observation[] = [];
      for (const trial of trials) observations.push(await conclude(trial));
      return observations;
    } finally {
      for (const { world } of trials) await world.dispose();
    }
  },
};

function quiet(trials: readonly Trial[], { quietMs }: Bench): Promise<void> {
  return waitForQuiet(
    trials.map(({ world }) => world),
    quietMs,
  );
}

async function begin(bench: Bench, inputIndex: number): Promise<Trial> {
  const world = await openWorld(bench.world, bench.toolName);
  try {
    const before = await world.observe();
    const call = holdCall(world.tool, bench.inputs[inputIndex]);
    const first = await call.attempt((input, ctx) => world.tool.execute(input, ctx));
    const operations = world.channels.map((channel) => channel.operations());
    return { inputIndex, world, call, before, first, operations, once: before };
  } catch (thrown) {
    await world.dispose();
    throw thrown;
  }
}

async function conclude(trial: Trial): Promise<Observation> {
  const { inputIndex, first, world, before, once, operations } = trial;
  if (first.outcome !== 'returned') return { usable: false, inputIndex, reason: first.message };
  const again = await world.observe();
  return {
    usable: true,
    inputIndex,
    ledgers: { before, once, again },
    same: isEqual(once, again),
    situation: 'it was executed a second time under the same idempotency key',
    operations,
  };
}

/** Between the executions of a shared world effects may still arrive for this long, in milliseconds. */
const SHORT_QUIET_MS = 50;

async function twiceInOneWorld(bench: Bench): Promise<Observation[]> {
  const world = await openWorld(bench.world, bench.toolName);
  const observations: Observation[] = [];
  try {
    for (const [inputIndex, value] of bench.inputs.entries()) {
      const before = await world.observe();
      const call = holdCall(world.tool, value);
      const first = await call.attempt((input, ctx) => world.tool.execute(input, ctx));
      await waitForQuiet([world], Math.min(bench.quietMs, SHORT_QUIET_MS));
      const once = await world.observe();
      if (first.outcome === 'returned') await call.attempt((input, ctx) => world.tool.execute(input, ctx));
      await waitForQuiet([world], Math.min(bench.quietMs, SHORT_QUIET_MS));
      observations.push(await conclude({ inputIndex, world, call, before, first, operations: [], once }));
    }
    return observations;
  } finally {
    await world.dispose();
  }
}
