import { canonicalJson } from '../core/canonical.ts';
import { encode } from '../core/codec.ts';
import type { ErrorRecord } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import type { Schema } from '../schema/schema.ts';
import type { Trace, TraceAttempt, TraceCall } from '../trace/trace.ts';
import { createBindings, type Bindings } from './replay/bindings.ts';
import { describeMiss, type Miss } from './replay/describe-miss.ts';
import { createEntry } from './replay/entry.ts';
import { indexEntries } from './replay/entry-index.ts';
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
  makeLive(value: unknown, schema: Schema | undefined): Promise<Filled>;
}

export interface ReplayerOptions {
  /** The command that records the run anew; it stands in the message of a miss. @default `npx touchstone record` */
  recordCommand?: string;
}

/** Makes a replayer over one recorded run. */
export function createReplayer(trace: Trace, options: ReplayerOptions = {}): Replayer {
  const recordCommand = options.recordCommand ?? 'npx touchstone record';
  const entries = trace.calls.map(createEntry);
  const bindings = createBindings();
  const index = indexEntries(entries, bindings);
  const misses: Miss[] = [];
  return {
    trace,
    misses,
    next(request) {
      const input = encode(request.input, { unsupported: 'mark' });
      const { toolName, scope } = request;
      const entry = index.find({ toolName, scope, input, key: canonicalJson(request.input) });
      if (entry === undefined) {
        const miss = describeMiss({ request, input, entries, bindings, recordCommand });
        misses.push(miss);
        return miss;
      }
      entry.used = true;
      if (entry.hasPlaceholders) bindAll(bindings, entry.input, input);
      return { status: 'hit', outcome: outcomeOf(entry.call) };
    },
    bindInput(input) {
      if (trace.input === undefined) return;
      const recorded = encode(trace.input, { unsupported: 'mark' });
      bindAll(bindings, recorded, encode(input, { unsupported: 'mark' }));
    },
    unused: () => entries.filter((entry) => entry.isAnswer && !entry.used).map(({ call }) => call),
    makeLive: (value, schema) => fillPlaceholders(value, schema, bindings),
  };
}

function bindAll(bindings: Bindings, recorded: Json, live: Json): void {
  const found = bindings.match(recorded, live);
  if (found !== undefined) bindings.bind(found);
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
