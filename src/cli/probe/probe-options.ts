import { AppError, messageOf } from '../../core/errors.ts';
import type { CommandContext } from '../command.ts';

/** What the options of `touchstone probe` say of the inputs. */
export interface ProbeOptions {
  inputs: unknown[] | undefined;
  runs: number;
  seed: number;
  /** The one of the made inputs to try. */
  only: number | undefined;
}

const MAX_RUNS = 1_000;

/** Reads the options. @throws AppError CONFIG_INVALID in one sentence. */
export function readProbeOptions({ options }: CommandContext): ProbeOptions {
  const given = options['input'] as string[] | undefined;
  const { seed, only } = readSeed(options['seed']);
  return { inputs: given?.map(readInput), runs: readRuns(options['runs']), seed, only };
}

function readInput(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new AppError('CONFIG_INVALID', `--input is no JSON: ${messageOf(thrown)}.`, { cause: thrown });
  }
}

function readRuns(text: unknown): number {
  if (text === undefined) return 25;
  const runs = Number(text);
  if (Number.isInteger(runs) && runs >= 1 && runs <= MAX_RUNS) return runs;
  throw new AppError('CONFIG_INVALID', `--runs must be a number from 1 to ${MAX_RUNS}, not ${String(text)}.`);
}

function readSeed(text: unknown): { seed: number; only: number | undefined } {
  if (text === undefined) return { seed: 1, only: undefined };
  const match = /^(\d{1,10})(?::(\d{1,4}))?$/.exec(String(text));
  if (match !== null)
    return { seed: Number(match[1]), only: match[2] === undefined ? undefined : Number(match[2]) };
  throw new AppError('CONFIG_INVALID', `--seed must be <number> or <number>:<number>, not ${String(text)}.`);
}
