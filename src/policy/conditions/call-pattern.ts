import { compileField } from './field-condition.ts';
import type { CallPattern, HistoryCall } from '../rule.ts';
import type { Truth } from '../truth.ts';

/** The calls that a pattern means. The names never change over a call's life, status and output do. */
export interface CompiledPattern {
  matchesNames(call: { toolName: string; agentName: string | undefined }): boolean;
  /** Whether a call with matching names counts now. */
  counts(call: HistoryCall): Truth;
}

type Status = HistoryCall['status'];

/** Compiles a pattern; `statuses` are those that count unless the pattern says others. */
export function compilePattern(
  pattern: CallPattern,
  statuses: ReadonlySet<Status>,
  redacted: boolean,
): CompiledPattern {
  const { toolName, agentName, status, where } =
    typeof pattern === 'string' ? { toolName: pattern } : pattern;
  const isTool = compileNames(toolName);
  const isAgent = compileNames(agentName);
  const counted = status === undefined ? statuses : new Set(typeof status === 'string' ? [status] : status);
  const holds = where === undefined ? undefined : compileField(where, redacted);
  return {
    matchesNames: (call) => isTool(call.toolName) && isAgent(call.agentName),
    counts: (call) => counted.has(call.status) && (holds === undefined || attempt(holds, call)),
  };
}

/** A field of an earlier call that cannot be compared leaves open whether the call counts. */
function attempt(holds: (root: object) => Truth, call: HistoryCall): Truth {
  try {
    return holds(call);
  } catch {
    return undefined;
  }
}

/** Compiles names with `*`; undefined means any name, also none. */
export function compileNames(
  names: string | readonly string[] | undefined,
): (name: string | undefined) => boolean {
  if (names === undefined) return () => true;
  const list = typeof names === 'string' ? [names] : names;
  const exact = new Set(list.filter((name) => !name.includes('*')));
  const globs = list.filter((name) => name.includes('*')).map(toRegExp);
  return (name) => name !== undefined && (exact.has(name) || globs.some((glob) => glob.test(name)));
}

function toRegExp(glob: string): RegExp {
  const parts = glob.split(/\*+/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}
