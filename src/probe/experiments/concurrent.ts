import type { Bench, Experiment, Observation, Reference } from './experiment.ts';
import { holdCall, type Execution } from '../bench/hold-call.ts';
import type { OpenWorld } from '../bench/open-world.ts';
import { runTrials } from './run-trials.ts';
import { createSchedule, type Schedule } from './schedule.ts';

/** Orders of the operations of two executions that are tried at most, for the smallest input. */
const MAX_ORDERS = 40;
/** A turn in which nobody asks for an operation for this long is over, in milliseconds. */
const TURN_MS = 4;

/**
 * Two executions of one call at once, as when a slow attempt is still under way while its retry runs. The operations of
 * both are let through one by one, in every order that there is, up to a limit.
 */
export const concurrent: Experiment = {
  name: 'concurrent duplicates',
  async run(bench) {
    const [reference] = bench.references;
    return reference === undefined ? [] : exploreOrders(bench, reference);
  },
};

async function exploreOrders(bench: Bench, reference: Reference): Promise<Observation[]> {
  const observations: Observation[] = [];
  let choices: readonly number[] | undefined = [];
  for (let order = 0; order < MAX_ORDERS && choices !== undefined; order += 1) {
    const schedule = createSchedule(choices);
    const plan = {
      reference,
      situation: `two executions of the call ran at once under the same idempotency key (${schedule.name})`,
      play: (world: OpenWorld, input: unknown) => playBoth(world, input, schedule),
    };
    observations.push(...(await runTrials({ ...bench, quietMs: 0 }, [plan])));
    if (observations.some((observation) => observation.usable && !observation.same)) break;
    choices = schedule.next();
  }
  return observations;
}

async function playBoth(world: OpenWorld, input: unknown, schedule: Schedule): Promise<Execution> {
  const waiting: (() => void)[] = [];
  const ended = new Set<object>();
  let over = false;
  for (const channel of world.channels) {
    channel.hold(() => (over ? Promise.resolve() : new Promise((go) => waiting.push(go))));
  }
  const letThrough = async (): Promise<void> => {
    while (ended.size < 2) {
      await turn(() => waiting.length + ended.size >= 2);
      if (waiting.length > 0) waiting.splice(schedule.choose(waiting.length), 1)[0]!();
    }
    over = true;
    for (const go of waiting) go();
  };
  const call = holdCall(world.tool, input);
  return call.attempt(async (parsed, ctx) => {
    const execute = async (): Promise<boolean> => {
      try {
        await world.tool.execute(parsed, ctx);
        return true;
      } catch {
        return false;
      } finally {
        ended.add({});
      }
    };
    const [left, right] = await Promise.all([execute(), execute(), letThrough()]);
    // One of two that run at once may be refused; the work is done when the other one succeeds.
    if (!left && !right) throw new Error('Both executions failed.');
  });
}

async function turn(isComplete: () => boolean): Promise<void> {
  const until = performance.now() + TURN_MS;
  while (!isComplete() && performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
}
