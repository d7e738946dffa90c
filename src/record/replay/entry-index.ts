import type { Json } from '../../core/json.ts';
import type { Bindings } from './bindings.ts';
import type { ReplayEntry } from './entry.ts';

/** A call that is looked for. */
export interface WantedCall {
  toolName: string;
  scope: string | undefined;
  /** The input in codec form, and its canonical text. */
  input: Json;
  key: string;
}

/** Finds the recorded call that answers a call: the first of its tool, scope and input that was not yet asked for. */
export interface EntryIndex {
  find(wanted: WantedCall): ReplayEntry | undefined;
}

/** Indexes recorded calls by tool and input; those with placeholders are compared one by one. */
export function indexEntries(entries: readonly ReplayEntry[], bindings: Bindings): EntryIndex {
  const exact = new Map<string, ReplayEntry[]>();
  const loose = new Map<string, ReplayEntry[]>();
  for (const entry of entries) {
    if (!entry.isAnswer) continue;
    if (entry.hasPlaceholders) push(loose, entry.call.toolName, entry);
    else push(exact, keyOf(entry.call.toolName, entry.key), entry);
  }
  return {
    find({ toolName, scope, input, key }) {
      const isFree = ({ used, call }: ReplayEntry): boolean =>
        !used && (scope === undefined || call.scope === scope);
      const same = exact.get(keyOf(toolName, key))?.find(isFree);
      const bound = loose
        .get(toolName)
        ?.find((entry) => isFree(entry) && bindings.match(entry.input, input) !== undefined);
      if (same === undefined || bound === undefined) return same ?? bound;
      return same.position < bound.position ? same : bound;
    },
  };
}

function push(map: Map<string, ReplayEntry[]>, key: string, entry: ReplayEntry): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [entry]);
  else list.push(entry);
}

function keyOf(toolName: string, input: string): string {
  return `${toolName} ${input}`;
}
