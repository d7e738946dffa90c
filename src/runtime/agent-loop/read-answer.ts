import type { ModelAnswer, ModelDelta, ModelPart, ModelToolCall, ModelUsage } from './language-model.ts';

type Loose = Record<string, unknown>;

/** Reads what `doGenerate` gave, of either version, dropping what differs from call to call (headers, ids, times). */
export function readAnswer(raw: unknown): ModelAnswer {
  const { content, finishReason, usage } = Object(raw) as Loose;
  const parts = Array.isArray(content) ? content.filter(isPart) : [];
  return { content: parts, finishReason: readReason(finishReason), usage: readUsage(usage) };
}

/** Reads a whole stream into an answer; `onDelta` sees each piece as it comes. Fails with the stream's error. */
export async function readStream(
  stream: ReadableStream<unknown>,
  onDelta: (delta: ModelDelta) => void,
): Promise<ModelAnswer> {
  const open = new Map<string, ModelPart & { text: string }>();
  const answer: ModelAnswer = { content: [], finishReason: 'other', usage: {} };
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return answer;
    if (isPart(value)) takePart(value, answer, open, onDelta);
  }
}

function takePart(
  part: ModelPart,
  answer: ModelAnswer,
  open: Map<string, ModelPart & { text: string }>,
  onDelta: (delta: ModelDelta) => void,
): void {
  const kind = part.type.startsWith('reasoning') ? 'reasoning' : 'text';
  const key = `${kind} ${String(part['id'])}`;
  switch (part.type) {
    case 'text-start':
    case 'reasoning-start': {
      const started = { type: kind, text: '', ...keepMetadata(part) };
      open.set(key, started);
      answer.content.push(started);
      return;
    }
    case 'text-delta':
    case 'reasoning-delta': {
      const delta = String(part['delta'] ?? '');
      const target = open.get(key);
      if (target !== undefined) target.text += delta;
      else answer.content.push({ type: kind, text: delta });
      onDelta({ type: kind, text: delta });
      return;
    }
    case 'text-end':
    case 'reasoning-end':
      Object.assign(open.get(key) ?? {}, keepMetadata(part));
      return;
    case 'tool-input-delta':
      onDelta({ type: 'tool-input', text: String(part['delta'] ?? '') });
      return;
    case 'finish':
      answer.finishReason = readReason(part['finishReason']);
      answer.usage = readUsage(part['usage']);
      return;
    case 'error':
      throw part['error'];
    case 'tool-call':
    case 'tool-result':
    case 'file':
    case 'source':
      answer.content.push(part);
  }
}

function keepMetadata(part: ModelPart): Loose {
  return part['providerMetadata'] === undefined ? {} : { providerMetadata: part['providerMetadata'] };
}

function isPart(value: unknown): value is ModelPart {
  return typeof value === 'object' && value !== null && typeof (value as Loose)['type'] === 'string';
}

function readReason(reason: unknown): string {
  const { unified } = Object(reason) as Loose;
  const text = typeof reason === 'string' ? reason : unified;
  return typeof text === 'string' ? text : 'other';
}

function readUsage(usage: unknown): ModelUsage {
  const { inputTokens, outputTokens, totalTokens } = Object(usage) as Loose;
  const [input, output] = [count(inputTokens), count(outputTokens)];
  const sum = input === undefined && output === undefined ? undefined : (input ?? 0) + (output ?? 0);
  const total = count(totalTokens) ?? sum;
  return {
    ...(input !== undefined && { inputTokens: input }),
    ...(output !== undefined && { outputTokens: output }),
    ...(total !== undefined && { totalTokens: total }),
  };
}

// Version 2 counts in numbers, version 3 in `{ total, … }`.
function count(tokens: unknown): number | undefined {
  const value = typeof tokens === 'number' ? tokens : (Object(tokens) as Loose)['total'];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The text of an answer, its parts joined. */
export function textOf({ content }: ModelAnswer): string {
  return content
    .map((part) => (part.type === 'text' && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('');
}

/** The calls that an answer asks for, in its order; those that the provider has made itself are left out. */
export function toolCallsOf({ content }: ModelAnswer): ModelToolCall[] {
  return content.flatMap((part) => {
    if (part.type !== 'tool-call' || part['providerExecuted'] === true) return [];
    const { toolCallId, toolName, input } = part;
    const text = typeof input === 'string' ? input : (JSON.stringify(input) ?? '');
    return [{ toolCallId: String(toolCallId), toolName: String(toolName), input: text }];
  });
}
