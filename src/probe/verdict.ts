import type { Json } from '../core/json.ts';
import type { ToolAnnotations } from '../tool/tool.ts';
import type { Finding } from '../trace/finding.ts';

/** What a tool may promise of itself. */
export type HintName = Exclude<keyof ToolAnnotations, 'title'>;

/** What the experiments say of a tool. `inconclusive` always comes with a reason and never counts as sound. */
export type Verdict =
  | 'idempotent'
  | 'non-idempotent'
  | 'read-only'
  | 'declared-non-idempotent'
  | `dishonest:${HintName}`
  | 'inconclusive';

/** What the world looked like before the call, after one execution, and after the call was disturbed. */
export interface Ledgers {
  before: Json;
  once: Json;
  again: Json;
}

/** The outcome of `checkIdempotency`. */
export interface IdempotencyCheck {
  toolName: string;
  verdict: Verdict;
  /** The experiment that decided; the last one where all agreed. */
  probe: string;
  /** The names of the experiments that were made. */
  probes: string[];
  /** One sentence for people. */
  message: string;
  /** The smallest input that shows it. */
  input?: unknown;
  ledgers?: Ledgers;
  /** Why nothing can be said, where the verdict is `inconclusive`. */
  reason?: string;
  /** Set where it is the world that failed: nothing seen in it counts. */
  isWorldFault?: true;
  /** How many inputs the tool accepted, of how many that were tried. */
  inputs: { used: number; tried: number };
  /** The seed of the inputs. */
  seed: number;
  /** Set unless the tool is as good as it says. */
  finding?: Finding;
}
