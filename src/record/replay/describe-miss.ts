import type { Json } from '../../core/json.ts';
import { printable } from '../../core/printable.ts';
import { isPlaceholder } from '../../redact/placeholders.ts';
import type { TraceCall } from '../../trace/trace.ts';
import type { Bindings } from './bindings.ts';
import type { ReplayEntry } from './entry.ts';
import { inputDifferences, type InputDifference } from './leaf-differences.ts';

/** A call that the recording cannot answer. */
export interface Miss {
  status: 'miss';
  /** The recorded call that is most like it: of the same tool, with the fewest differences. */
  nearest?: TraceCall;
  /** Where its input differs from the one asked for. */
  differences: InputDifference[];
  /** One sentence: what was asked, what was recorded, the first differences, and the command that records anew. */
  message: string;
}

export interface MissFacts {
  request: { toolName: string; agentName?: string; scope?: string };
  /** The input asked for, in codec form. */
  input: Json;
  entries: readonly ReplayEntry[];
  bindings: Bindings;
  recordCommand: string;
}

/** Says why a recording has no answer, by the recorded call that comes nearest. */
export function describeMiss(facts: MissFacts): Miss {
  const { request, entries } = facts;
  const ofTool = entries.filter(({ call }) => call.toolName === request.toolName);
  const ranked = ofTool
    .map((entry) => ({ entry, differences: compare(entry, facts) }))
    .sort(
      (left, right) =>
        rank(left, request.scope) - rank(right, request.scope) || left.entry.position - right.entry.position,
    );
  const best = ranked[0];
  const tool = printable(request.toolName);
  const where = request.scope === undefined || request.scope === '' ? '' : ` in ${printable(request.scope)}`;
  const again = `if that is wanted, see what it does now: ${facts.recordCommand}`;
  if (best === undefined) {
    const called = [...new Set(entries.map(({ call }) => call.toolName))].slice(0, 8).map(printable);
    const known = called.length === 0 ? 'no call at all' : `calls of ${called.join(', ')}`;
    return {
      status: 'miss',
      differences: [],
      message: `The tool ${tool} was called${where}, but the recording holds ${known} and none of it; no tool was executed; ${again}`,
    };
  }
  const reason = reasonFor(best, ofTool, facts, where);
  return {
    status: 'miss',
    nearest: best.entry.call,
    differences: best.differences,
    message: `${reason}; no tool was executed; ${again}`,
  };
}

interface Ranked {
  entry: ReplayEntry;
  differences: InputDifference[];
}

function reasonFor(
  { entry, differences }: Ranked,
  ofTool: readonly ReplayEntry[],
  facts: MissFacts,
  where: string,
): string {
  const { call } = entry;
  const tool = printable(facts.request.toolName);
  const nearest = printable(call.callId);
  if (differences.length > 0) {
    const used = entry.used ? ', already used,' : '';
    return `No recorded call of ${tool}${where} has this input; the nearest, ${nearest},${used} differs in ${listed(differences)}`;
  }
  if (!entry.isAnswer) {
    return `The call of ${tool}${where} was ${wordFor(call.status)} when it was recorded (${nearest}) and is executed now, so there is no result for it`;
  }
  if (facts.request.scope !== undefined && call.scope !== facts.request.scope) {
    return `The call of ${tool} was recorded in ${printable(call.scope) || 'the run itself'} (${nearest}) and is made${where || ' in the run itself'} now`;
  }
  const times = ofTool.filter((other) => other.isAnswer && other.key === entry.key).length;
  return `The call of ${tool}${where} with this input is made more often than the ${times === 1 ? 'one time' : `${times} times`} it was recorded (last ${nearest})`;
}

function wordFor(status: TraceCall['status']): string {
  if (status === 'awaiting_approval') return 'waiting for approval';
  return status === 'failed' ? 'refused before it ran' : status;
}

// Fewest differences first; among equals the own branch, then a call that was not yet asked for.
function rank({ entry, differences }: Ranked, scope: string | undefined): number {
  return (
    differences.length * 4 +
    (scope !== undefined && entry.call.scope !== scope ? 2 : 0) +
    (entry.used ? 1 : 0)
  );
}

function compare(entry: ReplayEntry, { input, bindings }: MissFacts): InputDifference[] {
  return inputDifferences(
    entry.input,
    input,
    (recorded, asked) => typeof recorded === 'string' && bindings.match(recorded, asked) !== undefined,
  );
}

function listed(differences: readonly InputDifference[]): string {
  const shown = differences.slice(0, 3).map((difference) => {
    const recorded = 'recorded' in difference ? shortened(difference.recorded) : 'nothing';
    const asked = 'asked' in difference ? shortened(difference.asked) : 'nothing';
    return `${printable(difference.path)} (recorded ${recorded}, asked ${asked})`;
  });
  const more = differences.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function shortened(value: unknown): string {
  if (typeof value === 'string' && isPlaceholder(value)) return value;
  const text = printable(JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
