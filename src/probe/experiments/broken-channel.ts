import type { FaultKind } from '../../tool/channel.ts';
import type { Bench, Experiment, Observation, Reference } from './experiment.ts';
import { holdCall, type Execution } from '../bench/hold-call.ts';
import { openWorld, type OpenWorld } from '../bench/open-world.ts';
import { runTrials, type TrialPlan } from './run-trials.ts';

/** Operations of one channel that are disturbed at most, each in a world of its own. */
const MAX_OPERATIONS = 5;
/** How often a call is tried again after it was disturbed. */
const MAX_RETRIES = 2;

/** A fault of a channel, in words. */
type Situation = (operation: number, channelName: string) => string;

/** The effect is committed, the answer is lost or an error; the call is tried again until it succeeds. */
export const lostReply: Experiment = {
  name: 'timeout after commit',
  run: (bench) =>
    runFaults(bench, {
      'reply-dropped': (operation, name) =>
        `operation ${operation} on ${name} was committed, its reply was dropped, and the call was tried again`,
      'error-after-commit': (operation, name) =>
        `operation ${operation} on ${name} was committed, answered with an error, and the call was tried again`,
    }),
};

/** One operation fails before it commits; the call is tried again, and what was done before must not be done twice. */
export const partialBatch: Experiment = {
  name: 'partial batch',
  run: (bench) =>
    runFaults(bench, {
      refused: (operation, name) =>
        `operation ${operation} on ${name} failed without effect and the call was tried again`,
    }),
};

/** The process dies right after an effect, before anything of it is remembered; a fresh one makes the call again. */
export const crash: Experiment = {
  name: 'crash before the journal',
  run: (bench) =>
    runFaults(bench, {
      crash: (operation, name) =>
        `the process died right after operation ${operation} on ${name} was committed, and a fresh one made the call again`,
    }),
};

async function runFaults(
  bench: Bench,
  situations: Partial<Record<FaultKind, Situation>>,
): Promise<Observation[]> {
  const sample = await openWorld(bench.world, bench.toolName);
  const channels = sample.channels.map(({ name, faults }) => ({ name, faults }));
  await sample.dispose();
  const plans: TrialPlan[] = [];
  for (const reference of bench.references) {
    for (const [channelIndex, channel] of channels.entries()) {
      const operations = Math.min(reference.operations[channelIndex] ?? 0, MAX_OPERATIONS);
      for (const fault of channel.faults) {
        const situation = situations[fault];
        if (situation === undefined) continue;
        for (let operation = 1; operation <= operations; operation += 1) {
          plans.push(
            planFault(reference, { channelIndex, fault, operation }, situation(operation, channel.name)),
          );
        }
      }
    }
  }
  return runTrials(bench, plans);
}

interface Disturbance {
  channelIndex: number;
  fault: FaultKind;
  operation: number;
}

function planFault(reference: Reference, disturbance: Disturbance, situation: string): TrialPlan {
  return { reference, situation, play: (world, input) => playFault(world, input, disturbance) };
}

async function playFault(
  world: OpenWorld,
  input: unknown,
  { channelIndex, fault, operation }: Disturbance,
): Promise<Execution> {
  const struck = world.channels[channelIndex]!.disturb(fault, operation);
  const died = struck.then(() => {
    if (fault === 'crash') throw new Error('The process died.');
    return new Promise<never>(() => undefined);
  });
  died.catch(() => undefined);
  const call = holdCall(world.tool, input);
  let execution = await call.attempt((parsed, ctx) =>
    Promise.race([(async () => world.tool.execute(parsed, ctx))(), died]),
  );
  let { tool } = world;
  if (fault === 'crash' && execution.outcome !== 'returned') tool = (await world.restart()) ?? tool;
  for (let retry = 0; retry < MAX_RETRIES && execution.outcome !== 'returned'; retry += 1) {
    execution = await call.attempt((parsed, ctx) => tool.execute(parsed, ctx));
  }
  return execution;
}
