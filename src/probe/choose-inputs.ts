import { canonicalJson } from '../core/canonical.ts';
import { AppError } from '../core/errors.ts';
import { sample } from '../fuzz/sample.ts';
import type { Tool } from '../tool/tool.ts';

/** The inputs of an experiment, smallest first, so that the first that fails is the smallest of all. */
export interface ChosenInputs {
  values: readonly unknown[];
  /** Whether they were given rather than made. */
  given: boolean;
  seed: number;
  /** The place of the first value among all that the seed gives. */
  firstIndex: number;
}

/** Which inputs to try: those that are given, or so many made from the schema. */
export interface InputOptions {
  /** Inputs to try. The smallest that shows a fault is reported. */
  inputs?: readonly unknown[];
  /** How many inputs to make from the input schema where none are given. @default 25 */
  runs?: number;
  /** Seed of the inputs that are made. @default 1 */
  seed?: number;
  /** Only the one at this place among those that are made, from 0. */
  only?: number;
}

const DEFAULT_RUNS = 25;

/**
 * Chooses the inputs for a tool.
 * @throws AppError CONFIG_INVALID (a GenerationError) when none can be made from its schema.
 */
export function chooseInputs(
  tool: Tool,
  { inputs, seed = 1, runs = DEFAULT_RUNS, only }: InputOptions,
): ChosenInputs {
  if (inputs !== undefined && inputs.length > 0)
    return { values: bySize(inputs), given: true, seed, firstIndex: 0 };
  const made = bySize(sample(tool.inputSchema.source, { count: runs, seed }));
  if (only === undefined) return { values: made, given: false, seed, firstIndex: 0 };
  if (only < made.length) return { values: [made[only]], given: false, seed, firstIndex: only };
  throw new AppError(
    'CONFIG_INVALID',
    `Only ${made.length} different inputs are made for ${tool.name}; there is no input ${only}.`,
  );
}

function bySize(inputs: readonly unknown[]): readonly unknown[] {
  const sized = new Map<string, unknown>();
  for (const input of inputs) sized.set(canonicalJson(input), sized.get(canonicalJson(input)) ?? input);
  return [...sized].sort(([left], [right]) => left.length - right.length).map(([, input]) => input);
}
