import { isEqual } from '../../core/canonical.ts';
import { findVolatile } from '../ledger/effects.ts';
import type { Bench, Observation, Reference } from './experiment.ts';
import { holdCall } from '../bench/hold-call.ts';
import { openWorld, worldFault } from '../bench/open-world.ts';
import { waitForQuiet } from '../bench/wait-for-quiet.ts';

/** How many inputs the further experiments are made with. */
const MAX_REFERENCES = 2;

/**
 * Chooses the smallest inputs that have effects, executes each once more in another fresh world, and learns from the
 * difference which parts of an observation are never the same.
 */
export async function chooseReferences(bench: Bench, seen: readonly Observation[]): Promise<Reference[]> {
  const effective = seen.filter(
    (observation): observation is Extract<Observation, { usable: true }> =>
      observation.usable && !isEqual(observation.ledgers.before, observation.ledgers.once),
  );
  const references: Reference[] = [];
  for (const { inputIndex, ledgers, operations } of effective.slice(0, MAX_REFERENCES)) {
    const world = await openWorld(bench.world, bench.toolName);
    try {
      const call = holdCall(world.tool, bench.inputs[inputIndex]);
      const execution = await call.attempt((input, ctx) => world.tool.execute(input, ctx));
      await waitForQuiet([world], bench.quietMs);
      if (execution.outcome !== 'returned') {
        throw worldFault(
          `is not the same each time: the input ${inputIndex + 1} was accepted once and then failed (${execution.message})`,
        );
      }
      const volatile = findVolatile(ledgers.once, await world.observe());
      references.push({
        inputIndex,
        before: ledgers.before,
        once: ledgers.once,
        operations: operations ?? [],
        volatile,
      });
    } finally {
      await world.dispose();
    }
  }
  return references;
}
