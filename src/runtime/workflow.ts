import { z } from 'zod';
import type { Policy } from '../policy/rule.ts';
import { readSchema } from '../schema/read-schema.ts';
import type { Schema, SchemaSource } from '../schema/schema.ts';
import { checkDeclaration } from '../tool/check-declaration.ts';
import type { StateView } from '../tool/context.ts';
import type { Tool } from '../tool/tool.ts';
import type { Agent } from './agent.ts';
import type { InputOfSource, OutputOfSource } from './call-tool.ts';
import { createEngine } from './create-engine.ts';
import { callable, ofKind, schemaSource, targetName, toolList } from './declared-parts.ts';
import type { Decisions, RunState } from './run-state.ts';
import type { Runner } from './runner.ts';
import type { WorkflowContext } from './workflow-context.ts';

/** After the step of an agent, exactly one call of a tool with the input that the function builds. */
export interface AgentToolBinding {
  agentName: string;
  toolName: string;
  buildToolInput(step: { state: StateView; stepIndex: number; agentOutput: unknown }): unknown;
}

interface SharedOptions<InputSource extends SchemaSource, OutputSource extends SchemaSource> {
  name: string;
  description?: string;
  /** Kept in recordings of nothing; for people and stores that keep runs over releases. */
  version?: string;
  /** What the run's input must be. @default anything */
  inputSchema?: InputSource;
  /** What the run's output must be. @default anything */
  outputSchema?: OutputSource;
  tools?: readonly Tool[];
  /** Rules that guard every call of the workflow. */
  policies?: readonly Policy[];
}

/** A workflow that is a list: agents run in order, and each one's bindings call tools after its step. */
export interface DeclarativeWorkflowOptions<
  InputSource extends SchemaSource,
  OutputSource extends SchemaSource,
> extends SharedOptions<InputSource, OutputSource> {
  agents: readonly Agent[];
  agentToolBindings?: readonly AgentToolBinding[];
  /** Lets the run go on after a call that did not succeed. @default false */
  continueOnToolFailure?: boolean;
}

/** A workflow that is a function. */
export interface ProgrammedWorkflowOptions<
  InputSource extends SchemaSource,
  OutputSource extends SchemaSource,
> extends SharedOptions<InputSource, OutputSource> {
  run(ctx: WorkflowContext, input: OutputOfSource<InputSource>): unknown;
}

/** What calls tools: a list of agents, or a function. Frozen; made by `workflow` or `defineWorkflow`. */
export interface Workflow<Input = unknown, Output = unknown> {
  readonly kind: 'workflow';
  readonly name: string;
  readonly description: string | undefined;
  readonly version: string | undefined;
  readonly inputSchema: Schema | undefined;
  readonly outputSchema: Schema | undefined;
  readonly tools: readonly Tool[];
  readonly agents: readonly Agent[];
  readonly agentToolBindings: readonly AgentToolBinding[];
  readonly policies: readonly Policy[];
  readonly continueOnToolFailure: boolean;
  /** The function of a programmed workflow. */
  readonly program: ((ctx: WorkflowContext, input: unknown) => unknown) | undefined;
  /** Runs on the engine, or on a private one in memory. */
  run(input: Input, options?: { engine?: Runner; runId?: string }): Promise<RunState>;
  /** Goes on with a run that waits for decisions. */
  resumeRun(runId: string, options: { engine: Runner; decisions?: Decisions }): Promise<RunState>;
  /** Only for inference; never set. */
  readonly types?: { input(value: Input): void; output: Output };
}

const binding = z.strictObject({
  agentName: z.string(),
  toolName: z.string(),
  buildToolInput: callable<AgentToolBinding['buildToolInput']>(),
});

const declaration = z
  .strictObject({
    name: targetName,
    description: z.string().optional(),
    version: z.string().optional(),
    inputSchema: schemaSource.optional(),
    outputSchema: schemaSource.optional(),
    tools: toolList.optional(),
    policies: z.array(ofKind<Policy>('policy')).optional(),
    agents: z.array(ofKind<Agent>('agent')).optional(),
    agentToolBindings: z.array(binding).optional(),
    continueOnToolFailure: z.boolean().optional(),
    run: callable<NonNullable<Workflow['program']>>().optional(),
  })
  .check((context) => {
    const { agents, run, agentToolBindings } = context.value;
    const fault = (path: PropertyKey[], message: string): void =>
      void context.issues.push({ code: 'custom', input: context.value, path, message });
    if ((agents === undefined) === (run === undefined)) fault([], 'must have either agents or run');
    if (run !== undefined && agentToolBindings !== undefined) {
      fault(['agentToolBindings'], 'belongs to a workflow with agents');
    }
    const names = new Set((agents ?? []).map((agent) => agent.name));
    for (const [index, { agentName }] of (agentToolBindings ?? []).entries()) {
      if (!names.has(agentName) && agents !== undefined) {
        fault(['agentToolBindings', index, 'agentName'], `names no agent of the workflow ("${agentName}")`);
      }
    }
  });

/**
 * Declares a workflow, either with `agents` and `agentToolBindings` or with `run`.
 * @throws AppError CONFIG_INVALID with `details.issues` when anything is missing, unknown or contradictory.
 */
export function workflow<
  InputSource extends SchemaSource = SchemaSource,
  OutputSource extends SchemaSource = SchemaSource,
>(
  options:
    | DeclarativeWorkflowOptions<InputSource, OutputSource>
    | ProgrammedWorkflowOptions<InputSource, OutputSource>,
): Workflow<InputOfSource<InputSource>, OutputOfSource<OutputSource>> {
  const checked = checkDeclaration(declaration, options, 'Workflow');
  const { inputSchema, outputSchema } = checked;
  const made: Workflow<InputOfSource<InputSource>, OutputOfSource<OutputSource>> = {
    kind: 'workflow',
    name: checked.name,
    description: checked.description,
    version: checked.version,
    inputSchema: inputSchema && readSchema(inputSchema),
    outputSchema: outputSchema && readSchema(outputSchema),
    tools: Object.freeze([...(checked.tools ?? [])]),
    agents: Object.freeze([...(checked.agents ?? [])]),
    agentToolBindings: Object.freeze([...(checked.agentToolBindings ?? [])]),
    policies: Object.freeze([...(checked.policies ?? [])]),
    continueOnToolFailure: checked.continueOnToolFailure ?? false,
    program: checked.run,
    run: (input, { engine = createEngine(), runId } = {}) =>
      engine.run(made, input, runId === undefined ? {} : { runId }),
    resumeRun: (runId, { engine, decisions = {} }) => engine.resumeRun(runId, { decisions, target: made }),
  };
  return Object.freeze(made);
}

/**
 * Declares a workflow in the other order of words: what it is, then what it does with `(ctx, input)`.
 * @throws AppError CONFIG_INVALID as `workflow` does.
 */
export function defineWorkflow<
  InputSource extends SchemaSource = SchemaSource,
  OutputSource extends SchemaSource = SchemaSource,
>(
  config: SharedDefinition<InputSource, OutputSource>,
  handler: (ctx: WorkflowContext, input: OutputOfSource<InputSource>) => unknown,
): Workflow<InputOfSource<InputSource>, OutputOfSource<OutputSource>> {
  const { id, ...rest } = config;
  return workflow({ ...rest, name: id, run: handler } as ProgrammedWorkflowOptions<
    InputSource,
    OutputSource
  >);
}

type SharedDefinition<InputSource extends SchemaSource, OutputSource extends SchemaSource> = Omit<
  SharedOptions<InputSource, OutputSource>,
  'name'
> & { id: string };
