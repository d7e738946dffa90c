import { toErrorRecord } from '../../core/errors.ts';
import type { Schema } from '../../schema/schema.ts';
import type { Tool } from '../../tool/tool.ts';
import type { ModelAgentContext } from '../agent.ts';
import type {
  LanguageModel,
  ModelAnswer,
  ModelCallOptions,
  ModelMessage,
  ModelTool,
} from './language-model.ts';
import { firstMessages, uniqueIds } from './messages.ts';
import { describeModelError, modelFailed, withRetry } from './model-failure.ts';
import type { ModelOptions } from './loop-options.ts';
import { readAnswer, readStream, toolCallsOf } from './read-answer.ts';
import { structuredInstruction } from './structured-output.ts';

/** Everything that one run of a model agent is made of. */
export interface LoopSetup {
  options: ModelOptions;
  tools: readonly Tool[];
  outputSchema: Schema | undefined;
  context: ModelAgentContext;
}

/** The messages so far, and the model at the other end. */
export interface Conversation {
  readonly messages: ModelMessage[];
  /** Asks the model; each ask is one durable step and two events. `shown` stands in for the messages of this ask. */
  ask(shown?: readonly ModelMessage[]): Promise<ModelAnswer>;
}

/** Opens the conversation of one run. */
export function openConversation(setup: LoopSetup): Conversation {
  const { options, tools, outputSchema, context } = setup;
  const model = context.wrapModel(options.model) as LanguageModel;
  const messages = firstMessages(startOf(setup), systemPromptOf(setup));
  const modelTools = tools.map(toModelTool);
  const fixed: Omit<ModelCallOptions, 'prompt'> = {
    ...options.settings,
    ...(modelTools.length > 0 && { tools: modelTools, toolChoice: { type: 'auto' } }),
    ...(outputSchema !== undefined &&
      modelTools.length === 0 && {
        responseFormat: { type: 'json', schema: outputSchema.toJsonSchema().schema },
      }),
    abortSignal: context.signal,
  };
  const usedIds = new Set<string>();
  let asks = 0;
  let told = 0;
  return {
    messages,
    async ask(shown = messages) {
      asks += 1;
      // What was told before stands in the requests before; repeating it would make a trace grow with its square.
      const added = shown === messages ? messages.slice(told) : shown;
      told = messages.length;
      const request = {
        requestId: `${context.agentName}-${asks}`,
        modelId: model.modelId,
        request: { messages: added },
      };
      context.emit({ type: 'model.requested', ...structuredClone(request) });
      const call = (): Promise<ModelAnswer> => callModel(setup, model, { ...fixed, prompt: [...shown] });
      const { requestId } = request;
      try {
        const answer = (await context.callModel(request, call)) as ModelAnswer;
        context.emit({ type: 'model.responded', requestId, response: structuredClone(answer) });
        return { ...answer, content: giveIds(answer, usedIds) };
      } catch (error) {
        context.emit({ type: 'model.responded', requestId, error: toErrorRecord(error) });
        throw error;
      }
    },
  };
}

function startOf({ options, context }: LoopSetup): unknown {
  const { input, state, stepIndex } = context;
  return options.prompt === undefined ? input : options.prompt({ input, state, stepIndex });
}

function systemPromptOf({ options, tools, outputSchema }: LoopSetup): string | undefined {
  const instruction =
    outputSchema !== undefined && tools.length > 0 ? structuredInstruction(outputSchema) : undefined;
  const parts = [options.systemPrompt, instruction].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join('\n\n');
}

function toModelTool(tool: Tool): ModelTool {
  return {
    type: 'function',
    name: tool.name,
    description: tool.description,
    inputSchema: tool.inputSchema.toJsonSchema().schema,
  };
}

async function callModel(
  setup: LoopSetup,
  model: LanguageModel,
  asked: ModelCallOptions,
): Promise<ModelAnswer> {
  const { options, context } = setup;
  const { onDelta } = options;
  const retry = { maxAttempts: 3, backoffMs: 1_000, ...options.modelRetry };
  const call = async (): Promise<ModelAnswer> => {
    if (onDelta === undefined) return readAnswer(await model.doGenerate(asked));
    const { stream } = await model.doStream(asked);
    return readStream(stream, (delta) => {
      try {
        onDelta({ ...delta, agentName: context.agentName });
      } catch {
        // An observer loses only its own view.
      }
    });
  };
  try {
    return await withRetry(call, retry as Required<typeof retry>, context.signal);
  } catch (error) {
    throw modelFailed(context.agentName, 'model_error', describeModelError(model.modelId, error), error);
  }
}

function giveIds(answer: ModelAnswer, used: Set<string>): ModelAnswer['content'] {
  const calls = uniqueIds(toolCallsOf(answer), used);
  let next = 0;
  return answer.content.map((part) => {
    const isOwnCall = part.type === 'tool-call' && part['providerExecuted'] !== true;
    return isOwnCall ? { ...part, ...calls[next++] } : part;
  });
}
