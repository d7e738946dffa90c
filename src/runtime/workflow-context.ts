import type { StateView } from '../tool/context.ts';
import type { StepTools } from '../tool/steps.ts';

/** What the function of a workflow is handed besides its input. */
export interface WorkflowContext {
  readonly runId: string;
  /** Aborted when the run is cancelled. */
  readonly signal: AbortSignal;
  readonly step: StepTools;
  readonly state: StateView & { values: Record<string, unknown> };
  log(message: string, data?: unknown): void;
}
