import { canonicalJson } from '../../core/canonical.ts';
import { encode } from '../../core/codec.ts';
import type { Json } from '../../core/json.ts';
import type { TraceCall } from '../../trace/trace.ts';

/** A recorded call on its way to be asked for. */
export interface ReplayEntry {
  readonly call: TraceCall;
  /** Its place among the calls of the run, from 0. */
  readonly position: number;
  /** The input in codec form. */
  readonly input: Json;
  /** The canonical text of the input. */
  readonly key: string;
  readonly hasPlaceholders: boolean;
  /** Whether the tool was executed, so that there is a result to give. */
  readonly isAnswer: boolean;
  used: boolean;
}

/** Prepares a recorded call for matching. */
export function createEntry(call: TraceCall, position: number): ReplayEntry {
  const key = canonicalJson(call.input);
  return {
    call,
    position,
    key,
    input: encode(call.input, { unsupported: 'mark' }),
    hasPlaceholders: key.includes('[REDACTED:'),
    isAnswer: wasExecuted(call),
    used: false,
  };
}

function wasExecuted(call: TraceCall): boolean {
  if (call.status === 'succeeded') return true;
  return call.attempts.length > 0 && (call.status === 'failed' || call.status === 'blocked');
}
