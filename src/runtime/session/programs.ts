import { AppError } from '../../core/errors.ts';
import { formatPath } from '../../core/paths.ts';
import type { Schema } from '../../schema/schema.ts';
import { describeIssues } from '../../broker/end-call.ts';
import { toolNotFound } from '../../broker/tool-registry.ts';
import { createBranch, type Branch } from '../../engine/frame/branch.ts';
import { ownKey } from '../../engine/journal-record.ts';
import type { Tool } from '../../tool/tool.ts';
import type { Agent, ModelAgentContext } from '../agent.ts';
import type { Workflow } from '../workflow.ts';
import type { WorkflowContext } from '../workflow-context.ts';
import { callBatch, createCallTool, outputOf } from './call-batch.ts';
import { createRunSteps, type Place } from './run-steps.ts';
import type { Session } from './session.ts';

/** Runs a workflow, declared or programmed, from its first line. */
export async function runWorkflow(session: Session, workflow: Workflow, input: unknown): Promise<unknown> {
  const parsed = await parse(workflow.inputSchema, input, 'input', `workflow "${workflow.name}"`);
  const branch = createBranch(workflow.name);
  const output =
    workflow.program === undefined
      ? await runAgents(session, workflow, branch)
      : await workflow.program(createContext(session, branch), parsed);
  return parse(workflow.outputSchema, output, 'output', `workflow "${workflow.name}"`);
}

/** Runs an agent by itself. */
export function runAgentAlone(session: Session, agent: Agent): Promise<unknown> {
  return runAgentCode(session, agent, {
    branch: createBranch(agent.name),
    stepIndex: 0,
    agentName: agent.name,
  });
}

/** Makes one call of a tool by itself; the call's error is the run's. */
export async function runTool(
  session: Session,
  tool: Tool,
  input: unknown,
  agentName?: string,
): Promise<unknown> {
  const place: Place = { branch: createBranch(tool.name), stepIndex: 0, agentName };
  const [result] = await callBatch(session, place, [{ toolName: tool.name, input }]);
  return outputOf(result!);
}

async function runAgents(session: Session, workflow: Workflow, branch: Branch): Promise<unknown> {
  // Told before the first agent runs, so that nothing has happened when the run fails.
  for (const { toolName } of workflow.agentToolBindings) {
    if (!session.registry.has(toolName)) throw toolNotFound(toolName, session.registry);
  }
  let output: unknown;
  for (const [stepIndex, agent] of workflow.agents.entries()) {
    const step = await runAgentStep(session, agent, branch, stepIndex);
    output = step.agentOutput;
    await callBoundTools(session, workflow, { agent, branch, stepIndex, ...step });
  }
  return output;
}

async function runAgentStep(
  session: Session,
  agent: Agent,
  branch: Branch,
  stepIndex: number,
): Promise<{ scope: string; agentOutput: unknown }> {
  let scope = '';
  const agentOutput = await session.frame.ask(branch, {
    key: ownKey('agent', agent.name),
    kind: 'agent',
    shown: true,
    inner: (occurrence) =>
      (scope = `${branch.scope}/${agent.name}${occurrence === 1 ? '' : `#${occurrence}`}`),
    begin: () => ({ about: { agentName: agent.name, stepIndex } }),
    work: () =>
      runAgentCode(session, agent, { branch: createBranch(scope), stepIndex, agentName: agent.name }),
  });
  session.noteAgent(agent.name, agentOutput);
  return { scope, agentOutput };
}

async function runAgentCode(session: Session, agent: Agent, place: Place): Promise<unknown> {
  const { frame, input } = session;
  const { scope } = place.branch;
  const end = frame.activity.compute(scope);
  const context: ModelAgentContext = {
    runId: frame.runId,
    agentName: agent.name,
    input,
    stepIndex: place.stepIndex,
    signal: frame.signal,
    step: createRunSteps(session, place),
    callTool: createCallTool(session, place),
    callTools: (calls) => callBatch(session, place, calls),
    get state() {
      return session.view();
    },
    log: (message, data) => writeLog(session, scope, message, data),
    wrapModel: (model) => session.services.hooks.wrapModel?.({ runId: frame.runId }, model) ?? model,
    emit: (event) => session.environment.emit({ scope, ...event }),
    callModel: (asked, call) =>
      frame.ask(place.branch, {
        key: ownKey('model', asked.requestId),
        kind: 'model',
        work: async () => {
          const done = frame.busy();
          try {
            const { callModel } = session.services.hooks;
            return await (callModel?.({ runId: frame.runId }, { ...asked, scope }, call) ?? call());
          } finally {
            done();
          }
        },
      }),
  };
  try {
    const output = await agent.execute(context);
    return await parse(agent.outputSchema, output, 'output', `agent "${agent.name}"`);
  } finally {
    end();
  }
}

async function callBoundTools(
  session: Session,
  workflow: Workflow,
  step: { agent: Agent; scope: string; branch: Branch; stepIndex: number; agentOutput: unknown },
): Promise<void> {
  const { agent, scope, branch, stepIndex, agentOutput } = step;
  const bindings = workflow.agentToolBindings.filter(({ agentName }) => agentName === agent.name);
  if (bindings.length === 0) return;
  const requests = await Promise.all(
    bindings.map(async ({ toolName, buildToolInput }) => ({
      toolName,
      input: await buildToolInput({ state: session.view(), stepIndex, agentOutput }),
    })),
  );
  const place: Place = { branch, stepIndex, agentName: agent.name, boundTo: scope };
  const results = await callBatch(session, place, requests);
  const failed = results.find(({ status }) => status !== 'succeeded');
  if (failed !== undefined && !workflow.continueOnToolFailure) outputOf(failed);
}

function createContext(session: Session, branch: Branch): WorkflowContext {
  const { frame } = session;
  const place: Place = { branch, stepIndex: 0, agentName: undefined };
  return {
    runId: frame.runId,
    signal: frame.signal,
    step: createRunSteps(session, place),
    get state() {
      return session.view();
    },
    log: (message, data) => writeLog(session, branch.scope, message, data),
  };
}

function writeLog(session: Session, scope: string, message: string, data: unknown): void {
  const words = typeof message === 'string' ? message : String(message);
  session.environment.emit({
    type: 'log',
    scope,
    level: 'info',
    message: words,
    ...(data !== undefined && { data }),
  });
}

async function parse(
  schema: Schema | undefined,
  value: unknown,
  side: 'input' | 'output',
  whose: string,
): Promise<unknown> {
  if (schema === undefined) return value;
  const parsed = await schema.parse(value);
  if (parsed.ok) return parsed.value;
  const { issues } = parsed;
  const first = formatPath(issues[0]?.path ?? []);
  throw new AppError(
    'VALIDATION_FAILED',
    `The ${side} of ${whose} is not valid (${describeIssues(issues)}).`,
    {
      details: { side, issues, ...(first !== '' && { path: first }) },
    },
  );
}
