import { isPlainObject } from '../../core/json.ts';
import type { LanguageModel, ModelCallOptions, ModelPart } from '../../runtime/agent-loop/language-model.ts';

/** One answer of a scripted model. */
export type ScriptedAnswer =
  | { text: string }
  | {
      /** `input` is sent as JSON; a text is sent as it is, also when it is not JSON. */
      toolCalls: readonly { toolName: string; input?: unknown; toolCallId?: string }[];
      text?: string;
    }
  | { error: unknown };

/** A language model that answers by a script, and remembers what it was asked. */
export interface ScriptedModel extends LanguageModel {
  readonly specificationVersion: 'v3';
  readonly supportedUrls: Record<string, never>;
  /** The prompts so far, in order. */
  readonly prompts: readonly ModelCallOptions['prompt'][];
  doGenerate(options: ModelCallOptions): Promise<ScriptedResult>;
  doStream(options: ModelCallOptions): Promise<{ stream: ReadableStream<never> }>;
}

interface ScriptedResult {
  content: never[];
  finishReason: { unified: 'stop' | 'tool-calls'; raw: undefined };
  usage: {
    inputTokens: { total: number; noCache: undefined; cacheRead: undefined; cacheWrite: undefined };
    outputTokens: { total: number; text: undefined; reasoning: undefined };
  };
  warnings: never[];
}

/**
 * Makes a language model of the AI SDK (specification version 3) that gives these answers one after the other, for tests
 * without a provider. A question after the last answer fails; an `error` is thrown, as it is when it is an Error.
 */
export function scriptedModel(
  script: readonly (ScriptedAnswer | ((options: ModelCallOptions) => ScriptedAnswer))[],
): ScriptedModel {
  const prompts: ModelCallOptions['prompt'][] = [];
  const next = (options: ModelCallOptions): ScriptedResult => {
    const entry = script[prompts.length];
    prompts.push(structuredClone(options.prompt));
    if (entry === undefined) {
      throw new Error(`The scripted model has ${script.length} answers and was asked a question more.`);
    }
    return resultOf(typeof entry === 'function' ? entry(options) : entry, prompts.length);
  };
  return {
    specificationVersion: 'v3',
    provider: 'touchstone',
    modelId: 'scripted',
    supportedUrls: {},
    prompts,
    doGenerate: async (options) => next(options),
    doStream: async (options) => ({ stream: streamOf(next(options)) }),
  };
}

function resultOf(answer: ScriptedAnswer, turn: number): ScriptedResult {
  if ('error' in answer) {
    const { error } = answer;
    throw isPlainObject(error) || error instanceof Error ? error : new Error(String(error));
  }
  const calls = 'toolCalls' in answer ? answer.toolCalls : [];
  const text = answer.text ?? '';
  const parts: ModelPart[] = text === '' && calls.length > 0 ? [] : [{ type: 'text', text }];
  for (const [index, { toolName, input = {}, toolCallId = `call-${turn}-${index + 1}` }] of calls.entries()) {
    const json = typeof input === 'string' ? input : JSON.stringify(input);
    parts.push({ type: 'tool-call', toolCallId, toolName, input: json });
  }
  return {
    content: parts as never[],
    finishReason: { unified: calls.length > 0 ? 'tool-calls' : 'stop', raw: undefined },
    usage: {
      inputTokens: { total: 10, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: 5, text: undefined, reasoning: undefined },
    },
    warnings: [],
  };
}

function streamOf(result: ScriptedResult): ReadableStream<never> {
  const { content, finishReason, usage } = result;
  const parts: ModelPart[] = [{ type: 'stream-start', warnings: [] }];
  for (const [index, part] of (content as ModelPart[]).entries()) {
    const id = String(index);
    if (part.type !== 'text') parts.push(part);
    else {
      const text = String(part['text']);
      const half = Math.ceil(text.length / 2);
      const deltas = [text.slice(0, half), text.slice(half)].filter((delta) => delta !== '');
      parts.push({ type: 'text-start', id }, ...deltas.map((delta) => ({ type: 'text-delta', id, delta })));
      parts.push({ type: 'text-end', id });
    }
  }
  parts.push({ type: 'finish', finishReason, usage });
  return ReadableStream.from(parts) as unknown as ReadableStream<never>;
}
