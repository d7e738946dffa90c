import type { Stage } from '../broker/call.ts';
import type { TraceEvent } from '../trace/events.ts';

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
}
