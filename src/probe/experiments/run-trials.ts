import type { Json } from '../../core/json.ts';
import { hasFurtherEffects } from '../ledger/effects.ts';
import type { Bench, Observation, Reference } from './experiment.ts';
import type { Execution } from '../bench/hold-call.ts';
import { openWorld, type OpenWorld } from '../bench/open-world.ts';
import { waitForQuiet } from '../bench/wait-for-quiet.ts';

/** One disturbed call in a fresh world; what it leaves behind is compared with one undisturbed execution. */
export interface TrialPlan {
  reference: Reference;
  /** Finishes the sentence "<tool> changed the world again when …". */
  situation: string;
  /** Disturbs the call and gives the execution that ended it; undefined where it cannot be made in this world. */
  play(world: OpenWorld, input: unknown): Promise<Execution | undefined>;
}

/** Makes the trials one after the other, waits once for late effects, and looks at all worlds. */
export async function runTrials(bench: Bench, plans: readonly TrialPlan[]): Promise<Observation[]> {
  const open: { world: OpenWorld; plan: TrialPlan; last: Execution }[] = [];
  try {
    for (const plan of plans) {
      const world = await openWorld(bench.world, bench.toolName);
      const last = await plan
        .play(world, bench.inputs[plan.reference.inputIndex])
        .catch(async (thrown: unknown) => {
          await world.dispose();
          throw thrown;
        });
      if (last === undefined) await world.dispose();
      else open.push({ world, plan, last });
    }
    if (open.length > 0) {
      await waitForQuiet(
        open.map(({ world }) => world),
        bench.quietMs,
      );
    }
    const observations: Observation[] = [];
    for (const { world, plan, last } of open) observations.push(conclude(plan, last, await world.observe()));
    return observations;
  } finally {
    for (const { world } of open) await world.dispose();
  }
}

function conclude({ reference, situation }: TrialPlan, last: Execution, again: Json): Observation {
  const { inputIndex, before, once, volatile } = reference;
  // A call that never succeeded has not done its work; that its effects are not those of one execution proves nothing.
  if (last.outcome !== 'returned') return { usable: false, inputIndex, reason: last.message };
  return {
    usable: true,
    inputIndex,
    situation,
    ledgers: { before, once, again },
    same: !hasFurtherEffects(once, again, volatile),
  };
}
