import type { Json } from '../../core/json.ts';
import type { TraceCall } from '../../trace/trace.ts';
import { argsComparison, type CompareOptions } from '../compare-options.ts';
import { normalise, rulesFor } from '../values/normalise.ts';
import { skeletonOf, type Skeleton } from '../values/skeleton.ts';

/** One part of a call in the form in which it is compared. */
export interface Part {
  json: Json;
  skeleton: Skeleton;
}

/** A call of a trace, prepared for comparing. */
export interface ComparedCall {
  call: TraceCall;
  /** Its place among all calls of its trace, from 0. */
  index: number;
  input: Part;
  outcome: Part;
}

/** Prepares calls for comparing: codec form, normalisers applied, volatile values taken out. */
export function prepareCalls(calls: readonly TraceCall[], options: CompareOptions): ComparedCall[] {
  const rules = new Map<string, ReturnType<typeof rulesFor>>();
  return calls.map((given, index) => {
    const call = complete(given);
    const known = rules.get(call.toolName) ?? rulesFor(options.normalise ?? [], call.toolName);
    rules.set(call.toolName, known);
    return {
      call,
      index,
      input: partOf(inputOf(call, options), 'input', known),
      outcome: partOf(outcomeOf(call), '', known),
    };
  });
}

// Calls of imported traces may have nothing but tool, input and outcome.
function complete(call: TraceCall): TraceCall {
  const { callId = '', scope = '', attempts = [], policyDecisions = [] } = call as Partial<TraceCall>;
  return { ...call, callId, scope, attempts, policyDecisions };
}

function inputOf(call: TraceCall, options: CompareOptions): unknown {
  const mode = argsComparison(options, call.toolName);
  if (mode === 'ignore') return null;
  return mode === 'raw' ? (call.rawInput ?? JSON.stringify(call.input)) : call.input;
}

function outcomeOf(call: TraceCall): Record<string, unknown> {
  return {
    ...(call.status === 'succeeded' && { output: call.output }),
    ...(call.returned !== undefined && { returned: call.returned }),
    ...(call.error !== undefined && { error: { code: call.error.code, message: call.error.message } }),
  };
}

function partOf(value: unknown, root: string, rules: ReturnType<typeof rulesFor>): Part {
  const json =
    root === ''
      ? Object.fromEntries(
          Object.entries(value as Record<string, unknown>).map(([key, item]) => [
            key,
            normalise(item, key, rules),
          ]),
        )
      : normalise(value, root, rules);
  return { json, skeleton: skeletonOf(json) };
}
