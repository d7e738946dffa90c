import type { CallResult } from './call-result.ts';
import type { Tool } from './tool.ts';

/** One call of a batch. */
export interface ToolCallRequest {
  toolName: string;
  input?: unknown;
  /** The text that a model sent; where it is not JSON, give it alone. */
  rawInput?: string;
}

/** Makes one call through the broker: gives the output, throws the AppError of a call that did not succeed. */
export interface CallTool {
  <Input, Parsed, Output>(tool: Tool<Input, Parsed, Output>, input: Input): Promise<Output>;
  (toolName: string, input?: unknown): Promise<unknown>;
  /** The same, but what went wrong is a value. */
  safe(tool: Tool | string, input?: unknown): Promise<CallResult>;
}
