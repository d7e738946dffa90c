import { z } from 'zod';
import type { CallResult } from '../broker/call.ts';
import { readSchema } from '../schema/read-schema.ts';
import type { Schema, SchemaSource } from '../schema/schema.ts';
import { checkDeclaration } from '../tool/check-declaration.ts';
import type { StateView } from '../tool/context.ts';
import type { Tool } from '../tool/tool.ts';
import type { NewEvent } from '../trace/events.ts';
import type { CallTool, InputOfSource, OutputOfSource, ToolCallRequest } from './call-tool.ts';
import { modelDeclaration, type ModelOptions } from './agent-loop/loop-options.ts';
import { runAgentLoop } from './agent-loop/run-agent-loop.ts';
import { callable, schemaSource, targetName, toolList } from './declared-parts.ts';
import type { ModelRequest } from './hooks.ts';
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
  /** Makes a call of a model as a durable step. */
  callModel(asked: ModelRequest, call: () => Promise<unknown>): Promise<unknown>;
  /** Tells an event of the agent once, also when the run goes on from its journal. */
  emit(event: NewEvent): void;
}

/** What every agent may declare. */
interface CommonAgentOptions<OutputSource extends SchemaSource> {
  name: string;
  description?: string;
  /** What the agent's output must be. @default anything */
  outputSchema?: OutputSource;
  /** Tools that the agent brings with it. */
  tools?: readonly Tool[];
  /** Names of the tools that the agent may call. @default every tool of the run; with a model, the agent's own tools */
  allowedToolNames?: readonly string[];
}

/** What `agent` takes for an agent whose decisions are code. */
export interface AgentOptions<
  OutputSource extends SchemaSource = SchemaSource,
  Output = unknown,
> extends CommonAgentOptions<OutputSource> {
  run(context: AgentContext): Output | Promise<Output>;
}

/** What `agent` takes for an agent whose decisions a language model makes. */
export interface ModelAgentOptions<OutputSource extends SchemaSource = SchemaSource>
  extends CommonAgentOptions<OutputSource>, ModelOptions {}

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

const declaration = z
  .strictObject({
    name: targetName,
    description: z.string().optional(),
    outputSchema: schemaSource.optional(),
    tools: toolList.optional(),
    allowedToolNames: z.array(z.string().min(1)).optional(),
    run: callable<Agent['execute']>().optional(),
    ...modelDeclaration,
  })
  .refine((given) => (given.run === undefined) !== (given.model === undefined), {
    error: 'must have either run or model',
  });

/**
 * Declares an agent: a function that decides, calls tools and gives an output, or a language model that does.
 * @throws AppError CONFIG_INVALID with `details.issues` when anything is missing or unknown.
 */
export function agent<OutputSource extends SchemaSource>(
  options: ModelAgentOptions<OutputSource>,
): Agent<OutputOfSource<OutputSource>>;
export function agent<OutputSource extends SchemaSource, Output = InputOfSource<OutputSource>>(
  options: AgentOptions<OutputSource, Output>,
): Agent<Output>;
export function agent(options: AgentOptions | ModelAgentOptions): Agent {
  const checked = checkDeclaration(declaration, options, 'Agent');
  const tools = Object.freeze([...(checked.tools ?? [])]);
  const outputSchema = checked.outputSchema === undefined ? undefined : readSchema(checked.outputSchema);
  const ownNames = checked.model === undefined ? undefined : tools.map(({ name }) => name);
  const allowedToolNames = checked.allowedToolNames ?? ownNames;
  const granted = tools.filter(({ name }) => allowedToolNames?.includes(name) === true);
  const modelOptions = options as ModelOptions;
  const made: Agent = {
    kind: 'agent',
    name: checked.name,
    description: checked.description,
    outputSchema,
    tools,
    allowedToolNames: allowedToolNames && Object.freeze([...allowedToolNames]),
    execute:
      checked.run ??
      ((context) => runAgentLoop({ options: modelOptions, tools: granted, outputSchema, context })),
    run: (engine, input) => engine.run(made, input),
  };
  return Object.freeze(made);
}

/**
 * Declares an agent in the other order of words: what it is, then what it does; an agent with a model needs no function.
 * @throws AppError CONFIG_INVALID as `agent` does.
 */
export function defineAgent<OutputSource extends SchemaSource>(
  config: Omit<ModelAgentOptions<OutputSource>, 'name'> & { id: string },
): Agent<OutputOfSource<OutputSource>>;
export function defineAgent<OutputSource extends SchemaSource, Output = InputOfSource<OutputSource>>(
  config: Omit<AgentOptions<OutputSource, Output>, 'name' | 'run'> & { id: string },
  handler: (context: AgentContext) => Output | Promise<Output>,
): Agent<Output>;
export function defineAgent(config: { id: string }, handler?: (context: AgentContext) => unknown): Agent {
  const { id, ...rest } = config;
  return agent({ ...rest, name: id, ...(handler !== undefined && { run: handler }) } as AgentOptions);
}
