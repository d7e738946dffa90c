import type { CallResult } from '../../broker/call.ts';
import { AppError, messageOf } from '../../core/errors.ts';
import type { Guardrail } from './agent-hooks.ts';
import { openConversation, type Conversation, type LoopSetup } from './conversation.ts';
import type { ModelAnswer, ModelPart, ModelToolCall } from './language-model.ts';
import { assistantMessage, errorOutput, readJson, toolMessage, toolOutput, userMessage } from './messages.ts';
import { modelFailed } from './model-failure.ts';
import { readAnswer, textOf, toolCallsOf } from './read-answer.ts';
import { isDone, type Turn } from './stop-conditions.ts';
import { readStructured } from './structured-output.ts';

/** More calls in one turn are answered with an error and not made. */
const MOST_CALLS = 128;

/**
 * Lets a model work with tools until it answers. Each call of the model and of a tool is a durable step: a run that was
 * interrupted goes on where it was, and no model is asked twice. What goes wrong with a call goes back to the model as
 * the result of that call; what goes wrong with the model fails the run with MODEL_FAILED.
 */
export async function runAgentLoop(setup: LoopSetup): Promise<unknown> {
  const { options, context } = setup;
  const conversation = openConversation(setup);
  const conditions = [options.stopWhen ?? []].flat();
  const { maxSteps = 20 } = options;
  const turns: Turn[] = [];
  while (turns.length < maxSteps) {
    const answer = await askGuarded(setup, conversation, turns.length);
    const calls = toolCallsOf(answer);
    const text = textOf(answer);
    conversation.messages.push(assistantMessage(answer, calls));
    turns.push({ text, toolNames: calls.map(({ toolName }) => toolName), usage: answer.usage });
    if (calls.length === 0) return finish(setup, conversation, answer);
    const outputs = await makeCalls(setup, calls, turns.length - 1);
    conversation.messages.push(toolMessage(calls, outputs));
    if (conditions.length > 0 && (await isDone(conditions, turns))) return text;
  }
  throw modelFailed(
    context.agentName,
    'too_many_turns',
    `Agent "${context.agentName}" still asked for tools after ${maxSteps} turns; raise maxSteps or give it a stopWhen.`,
  );
}

async function askGuarded(setup: LoopSetup, conversation: Conversation, turn: number): Promise<ModelAnswer> {
  const { options, context } = setup;
  const { guardrails = [], guardrailRetries = 2 } = options;
  let answer = await ask(setup, conversation, turn);
  for (let retries = 0; ; retries += 1) {
    const verdict = await judge(setup, conversation, guardrails, { answer, turn, retries });
    if (verdict.retry === undefined) return verdict.answer;
    if (retries >= guardrailRetries) {
      const message = `Guardrail "${verdict.name}" refused the answer of agent "${context.agentName}" ${retries + 1} times: ${verdict.retry}`;
      throw modelFailed(context.agentName, 'guardrail', message);
    }
    // The refused answer stays out of the conversation; only the feedback goes in.
    conversation.messages.push(userMessage(verdict.retry));
    answer = await ask(setup, conversation, turn);
  }
}

async function ask(setup: LoopSetup, conversation: Conversation, turn: number): Promise<ModelAnswer> {
  const { hooks } = setup.options;
  if (hooks?.beforeModel === undefined) return conversation.ask();
  const { messages } = conversation;
  const decided = await decide(setup, 'hook before-model', () => hooks.beforeModel!({ messages, turn }));
  return decided !== null && 'messages' in decided ? conversation.ask(decided.messages) : conversation.ask();
}

interface Judged {
  answer: ModelAnswer;
  retry?: string;
  name?: string;
}

async function judge(
  setup: LoopSetup,
  conversation: Conversation,
  guardrails: readonly Guardrail[],
  { answer, retries }: { answer: ModelAnswer; turn: number; retries: number },
): Promise<Judged> {
  let current = answer;
  for (const { name, check } of guardrails) {
    const toolCalls = toolCallsOf(current).map(({ toolName, input }) => ({
      toolName,
      input: readJson(input),
    }));
    const seen = { text: textOf(current), toolCalls, messages: conversation.messages, retries };
    const decided = await decide(setup, `guardrail ${name}`, () => check(seen));
    if (decided === null) continue;
    if ('retry' in decided) return { answer: current, retry: decided.retry, name };
    if ('fail' in decided)
      throw modelFailed(
        setup.context.agentName,
        'guardrail',
        `Guardrail "${name}" failed the answer: ${decided.fail}`,
      );
    current = withText(current, decided.text);
  }
  return { answer: current };
}

function withText(answer: ModelAnswer, text: string): ModelAnswer {
  const others = answer.content.filter((part) => part.type !== 'text');
  return { ...answer, content: [{ type: 'text', text }, ...others] };
}

async function makeCalls(
  setup: LoopSetup,
  calls: readonly ModelToolCall[],
  turn: number,
): Promise<ModelPart[]> {
  const made = calls.slice(0, MOST_CALLS);
  const outputs = new Map<number, ModelPart>();
  const requests: { index: number; toolName: string; input: unknown; raw: string }[] = [];
  for (const [index, { toolName, input: raw }] of made.entries()) {
    const asked = { toolName, input: readInput(raw) };
    const decided = await beforeTool(setup, asked, turn);
    if (decided !== null && 'answer' in decided) outputs.set(index, { type: 'text', value: decided.answer });
    else if (decided !== null)
      requests.push({ index, toolName, input: decided.input, raw: JSON.stringify(decided.input) });
    else requests.push({ index, ...asked, raw });
  }
  const results = await setup.context.callTools(requests.map(toRequest));
  for (const [place, result] of results.entries()) {
    const { index, toolName, input } = requests[place]!;
    outputs.set(index, await afterTool(setup, { toolName, input, turn }, result));
  }
  const tooMany = errorOutput(
    `At most ${MOST_CALLS} tools can be called in one turn; this call was not made.`,
  );
  return calls.map((_call, index) => outputs.get(index) ?? tooMany);
}

// Some models send nothing at all for a tool without arguments.
function readInput(raw: string): unknown {
  return raw.trim() === '' ? {} : readJson(raw);
}

function toRequest({ toolName, input, raw }: { toolName: string; input: unknown; raw: string }) {
  if (input === undefined) return { toolName, rawInput: raw };
  const isPlain = raw === '' || raw === JSON.stringify(input);
  return { toolName, input, ...(!isPlain && { rawInput: raw }) };
}

async function beforeTool(setup: LoopSetup, asked: { toolName: string; input: unknown }, turn: number) {
  const { hooks } = setup.options;
  if (hooks?.beforeTool === undefined) return null;
  const decided = await decide(setup, 'hook before-tool', () => hooks.beforeTool!({ ...asked, turn }));
  return decided as { answer: string } | { input: unknown } | null;
}

async function afterTool(
  setup: LoopSetup,
  call: { toolName: string; input: unknown; turn: number },
  result: CallResult,
): Promise<ModelPart> {
  const { hooks } = setup.options;
  if (hooks?.afterTool === undefined) return toolOutput(result);
  const decided = await decide(setup, 'hook after-tool', () => hooks.afterTool!({ ...call, result }));
  return decided !== null && 'answer' in decided
    ? { type: 'text', value: String(decided.answer) }
    : toolOutput(result);
}

// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- functions without a return give it
type Answered<Decided> = Exclude<Decided, void | null | undefined | { stop: string }>;

/** Makes a decision of the agent's author a durable step; `stop` ends the run. */
async function decide<Decided>(
  { context }: LoopSetup,
  key: string,
  fn: () => Decided | Promise<Decided>,
): Promise<Answered<Decided> | null> {
  const decided = await context.step.run(key, async () => {
    try {
      return (await fn()) ?? null;
    } catch (error) {
      throw modelFailed(
        context.agentName,
        'stopped',
        `The ${key} of agent "${context.agentName}" threw: ${messageOf(error)}`,
        error,
      );
    }
  });
  if (decided !== null && typeof decided === 'object' && 'stop' in decided) {
    throw modelFailed(
      context.agentName,
      'stopped',
      `Agent "${context.agentName}" was stopped: ${String(decided.stop)}`,
    );
  }
  return decided as Answered<Decided> | null;
}

/** Turns the last answer into the agent's output, with one more try where it must fit a schema and does not. */
async function finish(setup: LoopSetup, conversation: Conversation, answer: ModelAnswer): Promise<unknown> {
  const { outputSchema, context } = setup;
  const text = textOf(answer);
  if (text === '' && ['error', 'content-filter', 'length'].includes(answer.finishReason)) {
    const message = `The model of agent "${context.agentName}" gave no answer (it ended with "${answer.finishReason}").`;
    throw modelFailed(context.agentName, 'no_answer', message);
  }
  if (outputSchema === undefined) return text;
  const first = await readStructured(text, outputSchema);
  if (first.ok) return first.value;
  conversation.messages.push(userMessage(first.feedback));
  const second = await readStructured(textOf(readAnswer(await conversation.ask())), outputSchema);
  if (second.ok) return second.value;
  throw new AppError(
    'VALIDATION_FAILED',
    `The answer of agent "${context.agentName}" does not fit its outputSchema, also after one more try.`,
    { agentName: context.agentName, details: { side: 'output', issues: second.issues } },
  );
}
