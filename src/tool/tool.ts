import type { Location } from '../trace/finding.ts';
import type { InputOf, OutputOf, Schema, SchemaSource } from '../schema/schema.ts';
import type { StateView, ToolContext } from './context.ts';

/** What a tool says of itself, in MCP's words. MCP's defaults: not read-only, destructive, not idempotent, open world. */
export interface ToolAnnotations {
  title?: string;
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

export interface RetryOptions {
  /** How often a call is tried in all; at least 1. */
  maxAttempts: number;
  /** Wait before the second attempt, doubled before each further one. @default 0 */
  backoffMs?: number;
  /** Allows more than one attempt on a tool that declares itself not idempotent. @default false */
  allowNonIdempotent?: boolean;
}

/** A question to a person, beyond yes or no. */
export interface ApprovalRequirement {
  reason?: string;
  form?: Record<string, unknown>;
}

export type RequiresApproval<Input = unknown> = boolean | ApprovalQuestion<Input>['decide'];

interface ApprovalQuestion<Input> {
  // A method, so that a tool with its own types can stand where any tool is taken.
  decide(call: {
    input: Input;
    agentName: string | undefined;
    state: StateView;
  }): boolean | ApprovalRequirement | Promise<boolean | ApprovalRequirement>;
}

/** What `tool()` takes. The types of `execute` follow from the two schemas. */
export interface ToolOptions<InputSource extends SchemaSource, OutputSource extends SchemaSource> {
  /** Letters, digits, `_`, `.`, `-`; 1 to 64 characters; the first is a letter or digit. */
  name: string;
  description: string;
  inputSchema: InputSource;
  outputSchema: OutputSource;
  execute(
    input: OutputOf<InputSource>,
    ctx: ToolContext,
  ): InputOf<OutputSource> | Promise<InputOf<OutputSource>>;
  /** Agents that may call the tool. @default every agent */
  allowedAgentNames?: readonly string[];
  /** Limit for one attempt, in milliseconds. @default none */
  timeoutMs?: number;
  retry?: RetryOptions;
  /** Names of input and output fields, at any depth, whose values never reach a trace. */
  sensitiveFieldNames?: readonly string[];
  requiresApproval?: RequiresApproval<OutputOf<InputSource>>;
  annotations?: ToolAnnotations;
}

/**
 * A declared, typed side effect. Frozen; made by `tool` or `defineTool`.
 * `Input` is what a caller passes, `Parsed` what `execute` receives, `Output` what a caller gets.
 */
export interface Tool<Input = unknown, Parsed = unknown, Output = unknown> {
  readonly kind: 'tool';
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Schema;
  readonly outputSchema: Schema | undefined;
  execute(input: Parsed, ctx: ToolContext): unknown;
  readonly allowedAgentNames: readonly string[] | undefined;
  readonly timeoutMs: number | undefined;
  readonly retry: Readonly<Required<RetryOptions>>;
  readonly sensitiveFieldNames: readonly string[];
  readonly requiresApproval: RequiresApproval<Parsed>;
  readonly annotations: Readonly<ToolAnnotations>;
  /** Where the tool is declared, for reports; absent where the stack did not tell. */
  readonly location: Location | undefined;
  /** For tools whose definition lives elsewhere (MCP): recordings keep the full surface. */
  readonly external: boolean;
  /** Only for inference; never set. */
  readonly types?: { input: Input; parsed: Parsed; output: Output };
}

/** Tells whether a tool declares that it changes nothing. */
export function isReadOnly(tool: Tool): boolean {
  return tool.annotations.readOnlyHint === true;
}
