import type { World } from '../../tool/world.ts';
import type { Volatile } from '../ledger/effects.ts';
import type { Ledgers } from '../verdict.ts';

/** What one undisturbed execution with an input looked like, in a world of its own. */
export interface Reference {
  inputIndex: number;
  before: Ledgers['before'];
  once: Ledgers['once'];
  /** How many operations the execution asked of each channel, in the order of the channels. */
  operations: readonly number[];
  volatile: Volatile;
}

/** What an experiment works with. */
export interface Bench {
  world: World;
  toolName: string;
  /** Smallest first. */
  inputs: readonly unknown[];
  /** How long effects may still arrive after a call has ended, in milliseconds. */
  quietMs: number;
  /** The smallest inputs that have effects; empty until undisturbed executions have been seen. */
  references: readonly Reference[];
  /** All inputs share one world, one after the other: for worlds that are slow to make, such as servers. */
  shareWorld?: boolean | undefined;
}

/** What one trial showed: what the world looked like, or why the experiment could not be made with this input. */
export type Observation =
  | {
      usable: true;
      inputIndex: number;
      ledgers: Ledgers;
      same: boolean;
      situation: string;
      /** The field whose change was not noticed, where that is the fault. */
      swallowed?: string;
      operations?: readonly number[];
    }
  | { usable: false; inputIndex: number; reason: string };

/** A way to disturb a call. A sound tool has no further effect. */
export interface Experiment {
  /** The name by which reports know it. */
  readonly name: string;
  /** @throws AppError with `details.worldFault` where the world itself fails. */
  run(bench: Bench): Promise<Observation[]>;
}
