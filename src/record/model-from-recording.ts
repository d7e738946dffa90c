import { AppError, fromErrorRecord, type ErrorRecord } from '../core/errors.ts';
import type { Trace, TraceCall } from '../trace/trace.ts';
import type { Miss } from './replay/describe-miss.ts';
import { createReplayer, type ReplayerOptions } from './replayer.ts';

/** A question to a model, as a run asks it. */
export interface ModelQuestion {
  scope: string;
  requestId: string;
  modelId: string;
  request: unknown;
}

/** Answers the questions of model agents from a recording, each recorded answer once, never to another question. */
export interface RecordedModel {
  answer(question: ModelQuestion): Promise<unknown>;
  readonly misses: readonly Miss[];
}

/**
 * Makes the models of a recorded run: no provider is asked. What was recorded as a failure fails again.
 * A question that was not recorded throws REPLAY_MISMATCH.
 */
export function modelFromRecording(trace: Trace, options: ReplayerOptions = {}): RecordedModel {
  const replayer = createReplayer({ ...trace, calls: exchangesOf(trace) }, options);
  return {
    misses: replayer.misses,
    async answer({ scope, modelId, request }) {
      const found = replayer.next({ toolName: nameOf(modelId), scope, input: request });
      if (found.status === 'miss') {
        const details = { nearest: found.nearest?.callId, differences: found.differences };
        throw new AppError('REPLAY_MISMATCH', found.message, { details });
      }
      const { error, output } = found.outcome;
      if (error === undefined) return (await replayer.makeLive(output, undefined)).value;
      throw fromErrorRecord((await replayer.makeLive(error, undefined)).value as ErrorRecord);
    },
  };
}

function nameOf(modelId: string): string {
  return `model ${modelId}`;
}

// A question and its answer are matched as a call and its result are, so that one way of matching serves both.
function exchangesOf(trace: Trace): TraceCall[] {
  const exchanges = new Map<string, TraceCall>();
  for (const event of trace.events) {
    if (event.type !== 'model.requested' && event.type !== 'model.responded') continue;
    const { scope = '', requestId } = event;
    const callId = `${scope}/${requestId}`;
    if (event.type === 'model.requested') {
      const { modelId, request: input } = event;
      const base = { callId, scope, toolName: nameOf(modelId), input, attempts: [], policyDecisions: [] };
      exchanges.set(callId, { ...base, status: 'awaiting_approval' });
      continue;
    }
    const exchange = exchanges.get(callId);
    if (exchange === undefined) continue;
    const { error, response } = event;
    exchange.attempts = [{ attempt: 1, outcome: error === undefined ? 'succeeded' : 'failed' }];
    if (error === undefined) Object.assign(exchange, { status: 'succeeded', output: response });
    else Object.assign(exchange, { status: 'failed', error });
  }
  return [...exchanges.values()].filter(({ status }) => status !== 'awaiting_approval');
}
