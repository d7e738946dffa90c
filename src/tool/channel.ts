/**
 * How an operation on something outside can go wrong. `refused`: no effect, an error at once. `reply-dropped`: the effect
 * is committed, the connection breaks. `error-after-commit`: committed, answered with an error. `crash`: committed, and the
 * caller never hears of it, as when its process dies at that moment.
 */
export type FaultKind = 'refused' | 'reply-dropped' | 'error-after-commit' | 'crash';

/** Something outside on which tools have effects, and that an experiment can disturb. */
export interface Channel {
  readonly name: string;
  readonly faults: readonly FaultKind[];
  /** What is committed, as plain JSON. */
  observe(): unknown;
  dispose?(): void | Promise<void>;
  /** How many operations tools have asked for so far. */
  operations(): number;
  /** Lets the operation with this number (from 1) meet a fault; the promise resolves when it has. */
  disturb(fault: FaultKind, operation: number): Promise<void>;
  /** Holds every operation before it begins until `gate` lets it go on. */
  hold(gate: () => Promise<void>): void;
  /** Hosts, as `name:port`, that belong to this channel. */
  readonly hosts?: readonly string[];
}
