import type { Stage } from '../broker/call.ts';
import type { TraceEvent } from '../trace/events.ts';

/** One question to a language model, known by its place in the run. */
export interface ModelRequest {
  /** Unique in its scope. */
  requestId: string;
  modelId: string;
  /** What was added since the question before. */
  request: unknown;
}

/**
 * Where a harness takes hold of the runs of an engine. All of it is optional and none of it is global.
 * `executeStage` stands in for the execute stage of the broker in that run (replay, faults); `onEvent` sees every event
 * of the run once, raw (not redacted), in order, also over resume.
 */
export interface RunHooks {
  executeStage?(run: { runId: string }, live: Stage): Stage | undefined;
  onEvent?(run: { runId: string }, event: TraceEvent): void;
  /** Called with a model agent's language model; returns the model to use instead (recording, replay). */
  wrapModel?(run: { runId: string }, model: unknown): unknown;
  /** Stands in for a call of a model in that run; `live` asks the model. Gives the answer as the loop keeps it. */
  callModel?(
    run: { runId: string },
    asked: ModelRequest & { scope: string },
    live: () => Promise<unknown>,
  ): Promise<unknown>;
}
