import type { Normaliser } from './values/normalise.ts';

/**
 * What must be equal, named from the side of the run that is judged:
 * `exact` everything; `sequence` the calls with their arguments in order, results not compared; `same-calls-any-order`
 * the same calls, each as often; `at-least` the golden calls and any others; `only-from` no call beyond the golden ones;
 * `effects` as `sequence`, only calls of tools that are not read-only.
 */
export type CompareLevel =
  'exact' | 'sequence' | 'same-calls-any-order' | 'at-least' | 'only-from' | 'effects';

/** How arguments compare: by content, by the text that the model sent, or not at all. */
export type ArgsComparison = 'canonical' | 'raw' | 'ignore';

/**
 * Which ids (UUID, ULID) and times (ISO 8601) may differ as long as they are renamed consistently: those that a tool or
 * a step of the run `produced`, `any`, or `none`. A value that stands in both traces never counts as renamed.
 */
export type VolatileRule = 'produced' | 'any' | 'none';

export interface CompareOptions {
  /** @default 'exact' */
  level?: CompareLevel;
  /** For all tools, or by tool name; a tool that is not named compares by content. @default 'canonical' */
  args?: ArgsComparison | Readonly<Record<string, ArgsComparison>>;
  /** Names of tools that change nothing: their differences weigh less, and `effects` leaves them out. @default [] */
  readOnlyTools?: readonly string[];
  /** Rules for values that differ from run to run, by path. */
  normalise?: readonly Normaliser[];
  /** @default 'produced' */
  volatile?: VolatileRule;
}

/** How the arguments of one tool are compared. */
export function argsComparison(options: CompareOptions, toolName: string): ArgsComparison {
  const { args = 'canonical' } = options;
  if (typeof args === 'string') return args;
  return Object.hasOwn(args, toolName) ? (args[toolName] ?? 'canonical') : 'canonical';
}
