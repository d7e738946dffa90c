import { z } from 'zod';
import type { CallResult } from '../broker/call.ts';
import { readSchema } from '../schema/read-schema.ts';
import type { Schema, SchemaSource } from '../schema/schema.ts';
import { checkDeclaration } from '../tool/check-declaration.ts';
import type { StateView } from '../tool/context.ts';
import type { Tool } from '../tool/tool.ts';
import type { NewEvent } from '../trace/events.ts';
import type { CallTool, InputOfSource, ToolCallRequest } from './call-tool.ts';
import { callable, schemaSource, targetName, toolList } from './declared-parts.ts';
import type { RunState } from './run-state.ts';
import type { Runner } from './runner.ts';
import type { StepTools } from '../tool/steps.ts';

/** What an agent's function is handed. */
export interface AgentContext {
  readonly runId: string;
  readonly agentName: string;
  /** The input of the run. */
  readonly input: unknown;
  readonly state: StateView;
  /** Place of this step among the agent steps of the run, from 0. */
  readonly stepIndex: number;
  readonly signal: AbortSignal;
  /** Durable steps of this agent. */
  readonly step: StepTools;
  /** Calls a tool in the name of this agent. */
  readonly callTool: CallTool;
  /** Makes several calls at once; they are all gated before any is executed. */
  callTools(calls: readonly ToolCallRequest[]): Promise<CallResult[]>;
  log(message: string, data?: unknown): void;
}

/** What a model loop is handed besides: the model as the harness wants it, and durable calls of it. */
export interface ModelAgentContext extends AgentContext {
  /** The model to use in place of the agent's own: recording, replay. */
  wrapModel(model: unknown): unknown;
  /** Makes a call of a model as a durable step; `requestId` is unique in the agent's step. */
  callModel(requestId: string, call: () => Promise<unknown>): Promise<unknown>;
  /** Tells an event of the agent once, also when the run goes on from its journal. */
  emit(event: NewEvent): void;
}

/** What `agent` takes. */
export interface AgentOptions<OutputSource extends SchemaSource = SchemaSource, Output = unknown> {
  name: string;
  description?: string;
  /** What the agent's output must be. @default anything */
  outputSchema?: OutputSource;
  /** Tools that the agent brings with it. */
  tools?: readonly Tool[];
  /** Names of the tools that the agent may call. @default every tool of the run */
  allowedToolNames?: readonly string[];
  run(context: AgentContext): Output | Promise<Output>;
}

/** Who calls tools. Frozen; made by `agent` or `defineAgent`. */
export interface Agent<Output = unknown> {
  readonly kind: 'agent';
  readonly name: string;
  readonly description: string | undefined;
  readonly outputSchema: Schema | undefined;
  readonly tools: readonly Tool[];
  readonly allowedToolNames: readonly string[] | undefined;
  /** The agent's function, as an engine calls it. */
  execute(context: ModelAgentContext): unknown;
  /** Runs the agent alone, as a run of its own. */
  run(engine: Runner, input?: unknown): Promise<RunState>;
  /** Only for inference; never set. */
  readonly types?: { output: Output };
}

const declaration = z.strictObject({
  name: targetName,
  description: z.string().optional(),
  outputSchema: schemaSource.optional(),
  tools: toolList.optional(),
  allowedToolNames: z.array(z.string().min(1)).optional(),
  run: callable<Agent['execute']>(),
});

/**
 * Declares an agent: a function that decides, calls tools and gives an output.
 * @throws AppError CONFIG_INVALID with `details.issues` when anything is missing or unknown.
 */
export function agent<OutputSource extends SchemaSource, Output = InputOfSource<OutputSource>>(
  options: AgentOptions<OutputSource, Output>,
): Agent<Output> {
  const checked = checkDeclaration(declaration, options, 'Agent');
  const made: Agent<Output> = {
    kind: 'agent',
    name: checked.name,
    description: checked.description,
    outputSchema: checked.outputSchema === undefined ? undefined : readSchema(checked.outputSchema),
    tools: Object.freeze([...(checked.tools ?? [])]),
    allowedToolNames: checked.allowedToolNames && Object.freeze([...checked.allowedToolNames]),
    execute: checked.run,
    run: (engine, input) => engine.run(made, input),
  };
  return Object.freeze(made);
}

/**
 * Declares an agent in the other order of words: what it is, then what it does.
 * @throws AppError CONFIG_INVALID as `agent` does.
 */
export function defineAgent<OutputSource extends SchemaSource, Output = InputOfSource<OutputSource>>(
  config: Omit<AgentOptions<OutputSource, Output>, 'name' | 'run'> & { id: string },
  handler: (context: AgentContext) => Output | Promise<Output>,
): Agent<Output> {
  const { id, ...rest } = config;
  return agent<OutputSource, Output>({ ...rest, name: id, run: handler } as AgentOptions<
    OutputSource,
    Output
  >);
}
