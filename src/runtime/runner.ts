import type { Decisions, RunState } from './run-state.ts';

/** The part of an engine that targets use to run themselves. */
export interface Runner {
  run(target: unknown, input?: unknown, options?: { runId?: string }): Promise<RunState>;
  resumeRun(runId: string, options?: { decisions?: Decisions; target?: unknown }): Promise<RunState>;
}
