import { canonicalJson } from '../core/canonical.ts';
import { AppError } from '../core/errors.ts';
import type { Tool } from '../tool/tool.ts';

/** The inputs of an experiment, smallest first, so that the first that fails is the smallest of all. */
export interface ChosenInputs {
  values: readonly unknown[];
  /** Whether they were given rather than made. */
  given: boolean;
  seed: number;
}

/** Which inputs to try: those that are given, or so many made from the schema. */
export interface InputOptions {
  /** Inputs to try. The smallest that shows a fault is reported. */
  inputs?: readonly unknown[];
  /** How many inputs to make from the input schema where none are given. @default 25 */
  runs?: number;
  /** Seed of the inputs that are made. @default 1 */
  seed?: number;
}

/** Chooses the inputs for a tool. */
export function chooseInputs(tool: Tool, { inputs, seed = 1 }: InputOptions): ChosenInputs {
  if (inputs === undefined || inputs.length === 0) {
    throw new AppError('CONFIG_INVALID', `The probe of ${tool.name} needs inputs; give inputs: [ … ].`);
  }
  return { values: bySize(inputs), given: true, seed };
}

function bySize(inputs: readonly unknown[]): readonly unknown[] {
  const sized = inputs.map((input, index) => ({ input, index, text: canonicalJson(input) }));
  sized.sort((left, right) => left.text.length - right.text.length || left.index - right.index);
  return sized.map(({ input }) => input);
}
