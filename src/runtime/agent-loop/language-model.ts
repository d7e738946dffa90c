/**
 * A language model as the AI SDK specifies it (versions 3 and 2), as far as the loop uses it. Any model of an
 * `@ai-sdk/*` provider is one; the package `ai` is not needed.
 */
export interface LanguageModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  doGenerate(options: ModelCallOptions): PromiseLike<object>;
  doStream(options: ModelCallOptions): PromiseLike<{ stream: ReadableStream<unknown> }>;
}

export interface ModelSettings {
  maxOutputTokens?: number;
  temperature?: number;
  topP?: number;
  seed?: number;
  stopSequences?: string[];
  providerOptions?: Record<string, Record<string, never>>;
}

export interface ModelTool {
  type: 'function';
  name: string;
  description?: string;
  inputSchema: Record<string, unknown>;
}

export interface ModelCallOptions extends ModelSettings {
  prompt: ModelMessage[];
  tools?: ModelTool[];
  toolChoice?: { type: 'auto' };
  responseFormat?: { type: 'json'; schema: Record<string, unknown> };
  abortSignal?: AbortSignal;
}

/** A part of a message: text, a call, a result, or something of the provider's that is passed on as it is. */
export interface ModelPart {
  type: string;
  [key: string]: unknown;
}

/** One message of a conversation. */
export type ModelMessage =
  { role: 'system'; content: string } | { role: 'user' | 'assistant' | 'tool'; content: ModelPart[] };

/** A tool call as the model wrote it. */
export interface ModelToolCall {
  toolCallId: string;
  toolName: string;
  /** The arguments as text; JSON if the model kept to the rules. */
  input: string;
}

export interface ModelUsage {
  inputTokens?: number;
  outputTokens?: number;
  totalTokens?: number;
}

/** What a model answered, in plain data: the same shape for both versions of the specification. */
export interface ModelAnswer {
  /** In the order in which the model gave them. */
  content: ModelPart[];
  /** `stop`, `length`, `content-filter`, `tool-calls`, `error` or `other`. */
  finishReason: string;
  usage: ModelUsage;
}

/** A piece of an answer while it is made. */
export interface ModelDelta {
  type: 'text' | 'reasoning' | 'tool-input';
  text: string;
}
