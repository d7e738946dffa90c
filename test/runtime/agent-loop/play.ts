import { z } from 'zod';
import { scriptedModel, type ScriptedAnswer } from '../../../src/harness/model/scripted-model.ts';
import { agent, type ModelAgentOptions } from '../../../src/runtime/agent.ts';
import { createEngine } from '../../../src/runtime/create-engine.ts';
import { defineTool, tool } from '../../../src/tool/define-tool.ts';
import type { TraceEvent } from '../../../src/trace/events.ts';

export const getWeather = defineTool(
  {
    id: 'get_weather',
    description: 'Current weather of a city',
    inputSchema: z.object({ city: z.string(), unit: z.string().default('celsius') }),
    outputSchema: z.object({ city: z.string(), temperature: z.number() }),
  },
  async (_ctx, { city }) => ({ city, temperature: 21 }),
);

/** What `wipe` deleted in the play that runs. */
export let wiped: string[] = [];
const wipe = tool({
  name: 'wipe',
  description: 'Deletes things.',
  inputSchema: z.object({ what: z.string().default('ALL') }),
  outputSchema: z.string(),
  execute: ({ what }) => {
    wiped.push(what);
    return `wiped ${what}`;
  },
});

const explode = tool({
  name: 'explode',
  description: 'Fails.',
  inputSchema: z.object({}),
  outputSchema: z.string(),
  execute: () => {
    throw new Error('kaboom detail');
  },
});

const sendEmail = defineTool(
  {
    id: 'send_email',
    description: 'Sends a mail',
    inputSchema: z.object({ to: z.string() }),
    outputSchema: z.object({ status: z.string() }),
    approval: 'always',
  },
  () => ({ status: 'sent' }),
);

type Script = Parameters<typeof scriptedModel>[0];

/** Runs a model agent with all tools over a script. */
export async function play(
  script: Script,
  options: Partial<ModelAgentOptions> = {},
  input: unknown = 'Hello',
) {
  wiped = [];
  const model = scriptedModel(script);
  const events: TraceEvent[] = [];
  const engine = createEngine({ hooks: { onEvent: (_run, event) => events.push(event) } });
  const subject = agent({
    name: 'helper',
    model,
    tools: [getWeather, wipe, explode, sendEmail],
    modelRetry: { backoffMs: 0 },
    ...options,
  });
  const state = await engine.run(subject, input);
  return { state, model, engine, events, results: (turn: number) => resultsOf(model.prompts[turn]) };
}

/** What the model was told of its calls, last message of a prompt. */
export function resultsOf(prompt: readonly { role: string; content: unknown }[] | undefined): unknown[] {
  const last = prompt?.at(-1);
  return last?.role === 'tool'
    ? (last.content as { output: { value: unknown } }[]).map(({ output }) => output.value)
    : [];
}

/** An answer with one tool call. */
export const call = (toolName: string, input?: unknown): ScriptedAnswer => ({
  toolCalls: [{ toolName, input }],
});
