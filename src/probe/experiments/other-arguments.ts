import { isEqual } from '../../core/canonical.ts';
import { encode } from '../../core/codec.ts';
import { isPlainObject, type Json } from '../../core/json.ts';
import { holdCall, type Execution } from '../bench/hold-call.ts';
import { openWorld, type OpenWorld } from '../bench/open-world.ts';
import { findVolatile, hasFurtherEffects, isSameUpTo } from '../ledger/effects.ts';
import type { Bench, Experiment, Observation, Reference } from './experiment.ts';

/** Fields of the smallest input that are changed, one at a time, at most. */
const MAX_FIELDS = 6;

/**
 * A second call asks for something else, with one field changed. It must have its own effect, be refused or say that it
 * did nothing; answered with the old result and without effect, it was swallowed by a key that leaves the field out.
 */
export const otherArguments: Experiment = {
  name: 'other arguments under the same key',
  async run(bench) {
    const [reference] = bench.references;
    if (reference === undefined) return [];
    const observations: Observation[] = [];
    for (const { field, input } of changedInputs(bench.inputs[reference.inputIndex])) {
      const observation = await tryChanged(bench, reference, { field, input });
      if (observation !== undefined) observations.push(observation);
    }
    return observations;
  },
};

interface ChangedInput {
  field: string;
  input: unknown;
}

async function tryChanged(
  bench: Bench,
  reference: Reference,
  { field, input }: ChangedInput,
): Promise<Observation | undefined> {
  const alone = await inWorld(bench, async (world) => {
    const { outcome } = await callOnce(world, input);
    return { outcome, after: await world.observe() };
  });
  const sameAgain = await inWorld(bench, (world) => callOnce(world, bench.inputs[reference.inputIndex]));
  const { before, once, volatile, inputIndex } = reference;
  const hasOwnEffect =
    alone.outcome === 'returned' &&
    hasFurtherEffects(before, alone.after, volatile) &&
    hasFurtherEffects(once, alone.after, volatile);
  if (!hasOwnEffect) return undefined;
  return inWorld(bench, async (world) => {
    const first = await callOnce(world, bench.inputs[inputIndex]);
    const second = await callOnce(world, input);
    const again = await world.observe();
    const isSwallowed = isSameAnswer(first, second, sameAgain) && !hasFurtherEffects(once, again, volatile);
    return {
      usable: true,
      inputIndex,
      ledgers: { before, once, again },
      same: !isSwallowed,
      situation: `another call asked for another ${field}`,
      swallowed: field,
    };
  });
}

/** Whether the second answer is the old one, apart from what is never the same in two answers to one question. */
function isSameAnswer(first: Execution, second: Execution, sameAgain: Execution): boolean {
  if (first.outcome !== 'returned' || second.outcome !== 'returned') return false;
  if (isEqual(first.output, second.output)) return true;
  if (sameAgain.outcome !== 'returned') return false;
  const [old, other, fresh] = [first, second, sameAgain].map(({ output }) => toStored(output));
  return isSameUpTo(old!, other!, findVolatile(old!, fresh!));
}

function toStored(value: unknown): Json {
  return encode(value, { unsupported: 'mark' });
}

function callOnce(world: OpenWorld, input: unknown): Promise<Execution> {
  return holdCall(world.tool, input).attempt((parsed, ctx) => world.tool.execute(parsed, ctx));
}

async function inWorld<Value>(bench: Bench, act: (world: OpenWorld) => Promise<Value>): Promise<Value> {
  const world = await openWorld(bench.world, bench.toolName);
  try {
    return await act(world);
  } finally {
    await world.dispose();
  }
}

function changedInputs(input: unknown): ChangedInput[] {
  if (!isPlainObject(input)) return [];
  const changed: ChangedInput[] = [];
  for (const [field, value] of Object.entries(input).slice(0, MAX_FIELDS)) {
    if (typeof value === 'number') changed.push({ field, input: { ...input, [field]: value + 1 } });
    if (typeof value === 'string') changed.push({ field, input: { ...input, [field]: `${value}x` } });
  }
  return changed;
}
