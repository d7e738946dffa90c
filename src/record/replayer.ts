import { canonicalJson } from '../core/canonical.ts';
import { encode } from '../core/codec.ts';
import type { ErrorRecord } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import type { Schema } from '../schema/schema.ts';
import type { Trace, TraceAttempt, TraceCall } from '../trace/trace.ts';
import { createBindings } from './replay/bindings.ts';
import { describeMiss, type Miss } from './replay/describe-miss.ts';
import { createEntry, type ReplayEntry } from './replay/entry.ts';
import { fillPlaceholders, type Filled } from './replay/fill-placeholders.ts';

/** A call that is asked of a recording. */
export interface ReplayRequest {
  toolName: string;
  /** The parsed input. */
  input: unknown;
  agentName?: string;
  /** The branch of the run; any branch where absent. */
  scope?: string;
}

/** What the recording knows of a call: how it ended, and the attempts that it took. */
export interface ReplayOutcome {
  callId: string;
  status: TraceCall['status'];
  output?: unknown;
  /** What `execute` returned, where that differs from the parsed output. */
  returned?: unknown;
  error?: ErrorRecord;
  attempts: readonly TraceAttempt[];
}

export type ReplayAnswer = { status: 'hit'; outcome: ReplayOutcome } | Miss;

/** Answers calls from a recording, each recorded call once, never with the result of another input. */
export interface Replayer {
  readonly trace: Trace;
  next(request: ReplayRequest): ReplayAnswer;
  /** Tells the input of the live run, so that placeholders that stand for its values are known from the start. */
  bindInput(input: unknown): void;
  /** Recorded calls that were never asked for. */
  unused(): TraceCall[];
  /** All misses so far. */
  readonly misses: readonly Miss[];
  /** The value with a stand-in for each placeholder: what was live there before, or one that the schema accepts. */
  fill(value: unknown, schema: Schema | undefined): Promise<Filled>;
}

export interface ReplayerOptions {
  /** The command that records the run anew; it stands in the message of a miss. @default `npx touchstone record` */
  recordCommand?: string;
}

/** Makes a replayer over one recorded run. */
export function createReplayer(trace: Trace, options: ReplayerOptions = {}): Replayer {
  const recordCommand = options.recordCommand ?? 'npx touchstone record';
  const entries = trace.calls.map(createEntry);
  const byKey = new Map<string, ReplayEntry[]>();
  const byTool = new Map<string, ReplayEntry[]>();
  for (const entry of entries) {
    push(byTool, entry.call.toolName, entry);
    if (entry.isAnswer && !entry.hasPlaceholders) push(byKey, keyOf(entry.call.toolName, entry.key), entry);
  }
  const bindings = createBindings();
  const misses: Miss[] = [];
  return {
    trace,
    misses,
    next(request) {
      const input = encode(request.input, { unsupported: 'mark' });
      const isInScope = ({ call }: ReplayEntry): boolean =>
        request.scope === undefined || call.scope === request.scope;
      const exact = byKey
        .get(keyOf(request.toolName, canonicalJson(request.input)))
        ?.find((entry) => !entry.used && isInScope(entry));
      const ofTool = byTool.get(request.toolName) ?? [];
      const entry = earliest(exact, findBound(ofTool, input, isInScope));
      if (entry !== undefined) {
        entry.used = true;
        const found = bindings.match(entry.input, input);
        if (found !== undefined) bindings.bind(found);
        return { status: 'hit', outcome: outcomeOf(entry.call) };
      }
      const miss = describeMiss({ request, input, entries, bindings, recordCommand });
      misses.push(miss);
      return miss;
    },
    bindInput(input) {
      if (trace.input === undefined) return;
      const recorded = encode(trace.input, { unsupported: 'mark' });
      const found = bindings.match(recorded, encode(input, { unsupported: 'mark' }));
      if (found !== undefined) bindings.bind(found);
    },
    unused: () => entries.filter((entry) => entry.isAnswer && !entry.used).map(({ call }) => call),
    fill: (value, schema) => fillPlaceholders(value, schema, bindings),
  };

  function findBound(
    ofTool: readonly ReplayEntry[],
    input: Json,
    isInScope: (entry: ReplayEntry) => boolean,
  ): ReplayEntry | undefined {
    return ofTool.find(
      (entry) =>
        entry.hasPlaceholders &&
        entry.isAnswer &&
        !entry.used &&
        isInScope(entry) &&
        bindings.match(entry.input, input) !== undefined,
    );
  }
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function keyOf(toolName: string, input: string): string {
  return `${toolName} ${input}`;
}

function earliest(left: ReplayEntry | undefined, right: ReplayEntry | undefined): ReplayEntry | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return left.position < right.position ? left : right;
}

function outcomeOf(call: TraceCall): ReplayOutcome {
  return {
    callId: call.callId,
    status: call.status,
    ...('output' in call && { output: call.output }),
    ...('returned' in call && { returned: call.returned }),
    ...(call.error !== undefined && { error: call.error }),
    attempts: call.attempts,
  };
}
