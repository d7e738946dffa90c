import type { Trace } from './trace.ts';

/** The version of the recording format that this release writes. */
export const RECORDING_VERSION = 1;

/** What a recording says of a tool: hashes over our own schema plan, so that an upgrade of zod changes nothing. */
export interface RecordedTool {
  name: string;
  inputSchemaHash: string;
  outputSchemaHash?: string;
  readOnly: boolean;
  /** Full surface, for tools whose definition lives elsewhere (MCP), so that they replay without their server. */
  surface?: ToolSurface;
}

/** All that a model and a broker need to know of a tool, without its code. */
export interface ToolSurface {
  name: string;
  description: string;
  inputSchema: unknown;
  outputSchema?: unknown;
  annotations?: Record<string, unknown>;
}

export interface RecordingHeader {
  format: 'touchstone-recording';
  version: number;
  /** The spec file and the full name of the test that made it. */
  spec: string;
  test: string;
  /** False while a run of the test had not ended; such a recording is never replayed. */
  complete: boolean;
  tools: RecordedTool[];
}

/** The traces of one test: one file, one Trace a run, in the order of the runs. */
export interface Recording {
  header: RecordingHeader;
  runs: Trace[];
}
