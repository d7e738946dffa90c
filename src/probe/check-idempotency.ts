import { chooseInputs, type InputOptions } from './choose-inputs.ts';
import type { Json } from '../core/json.ts';
import type { Tool } from '../tool/tool.ts';
import type { World } from '../tool/world.ts';
import type { Bench, Experiment, Observation } from './experiments/experiment.ts';
import { crash, lostReply, partialBatch } from './experiments/broken-channel.ts';
import { concurrent } from './experiments/concurrent.ts';
import { otherArguments } from './experiments/other-arguments.ts';
import { movedClock, restart } from './experiments/executed-again.ts';
import { twice } from './experiments/twice.ts';
import { judge, type ProbeEvidence } from './judge.ts';
import { isLocalHost, watchContacts } from './bench/watch-contacts.ts';
import { openWorld, worldFault, worldFaultOf } from './bench/open-world.ts';
import { chooseReferences } from './experiments/references.ts';
import { findVolatile, hasFurtherEffects } from './ledger/effects.ts';
import { describeDifference, firstDifference } from './ledger/first-difference.ts';
import type { IdempotencyCheck } from './verdict.ts';

/** What `checkIdempotency` takes. */
export interface IdempotencyOptions extends InputOptions {
  /** Makes a fresh place with the tool in it; called anew for every probe and input. */
  world: World;
  toolName: string;
  /** How long effects may still arrive after a call has ended, in milliseconds. @default 500 */
  quietMs?: number;
  /**
   * Lets all inputs share one world, one after the other, and leaves out the probes that need many worlds: for worlds that
   * are slow to make, such as servers. @default false
   */
  shareWorld?: boolean;
}

const DEFAULT_QUIET_MS = 500;

const furtherExperiments: readonly Experiment[] = [
  restart,
  movedClock,
  lostReply,
  partialBatch,
  crash,
  concurrent,
  otherArguments,
];

/**
 * Finds out by experiment whether a tool may be executed again: each probe disturbs a call in a fresh world and compares
 * committed effects and state, never return values or numbers of requests.
 * The verdict is `inconclusive`, with a reason, where the world fails or no input is accepted.
 */
export async function checkIdempotency(options: IdempotencyOptions): Promise<IdempotencyCheck> {
  const evidence: ProbeEvidence = {
    toolName: options.toolName,
    tool: undefined,
    inputs: [],
    given: false,
    firstIndex: 0,
    seed: options.seed ?? 1,
    results: [],
    foreignHosts: [],
  };
  try {
    const { tool, before } = await lookAtTool(options);
    const { values, given, firstIndex } = chooseInputs(tool, options);
    Object.assign(evidence, { tool, given, firstIndex, inputs: values });
    const { contacts } = await watchContacts(() => experiment(options, evidence, before));
    evidence.foreignHosts = [...contacts].filter((host) => !isLocalHost(host));
  } catch (thrown) {
    const fault = worldFaultOf(thrown);
    if (fault === undefined) throw thrown;
    evidence.worldFault = fault;
  }
  return judge(evidence);
}

async function experiment(
  options: IdempotencyOptions,
  { inputs, results }: ProbeEvidence,
  before: Json,
): Promise<void> {
  const { world, toolName, quietMs = DEFAULT_QUIET_MS, shareWorld } = options;
  const bench: Bench = { world, toolName, inputs, quietMs, references: [], shareWorld };
  const seen = await twice.run(bench);
  results.push({ experiment: twice, observations: seen });
  await checkFreshness(options, before, seen);
  if (seen.some(isChanged) || shareWorld === true) return;
  const references = await chooseReferences(bench, seen);
  if (references.length === 0) return;
  for (const further of furtherExperiments) {
    const observations = await further.run({ ...bench, references });
    if (observations.length > 0) results.push({ experiment: further, observations });
    if (observations.some(isChanged)) return;
  }
}

function isChanged(observation: Observation): boolean {
  return observation.usable && !observation.same;
}

async function lookAtTool({ world, toolName }: IdempotencyOptions): Promise<{ tool: Tool; before: Json }> {
  const opened = await openWorld(world, toolName);
  try {
    return { tool: opened.tool, before: await opened.observe() };
  } finally {
    await opened.dispose();
  }
}

/**
 * What one experiment did must not be seen in the next fresh world, or nothing of what is seen can be trusted.
 * @throws AppError with `details.worldFault`.
 */
async function checkFreshness(
  options: IdempotencyOptions,
  before: Json,
  seen: readonly Observation[],
): Promise<void> {
  const starts = seen.flatMap((observation) => (observation.usable ? [observation.ledgers.before] : []));
  const [first] = starts;
  if (first === undefined) return;
  const volatile = findVolatile(before, first);
  const later = options.shareWorld === true ? [(await lookAtTool(options)).before] : starts.slice(1);
  const stale = later.find((start) => hasFurtherEffects(before, start, volatile));
  if (stale === undefined) return;
  const difference = firstDifference(before, stale);
  const where = difference === undefined ? '' : ` (${describeDifference(difference)})`;
  throw worldFault(
    `is not fresh each time: what an earlier experiment did is still there${where}; keep all state inside it, for a server with --env <name>={dir}/…`,
  );
}
