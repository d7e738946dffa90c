import type { CallResult } from '../../broker/call.ts';
import { AppError, messageOf } from '../../core/errors.ts';
import { isPlainObject } from '../../core/json.ts';
import type { ModelAnswer, ModelMessage, ModelPart, ModelToolCall } from './language-model.ts';

const roles = new Set(['system', 'user', 'assistant', 'tool']);

/**
 * The conversation that an input begins: a text is what the user says, an array (or `{ messages }`) is a history as it
 * is, anything else is told as JSON.
 * @throws AppError VALIDATION_FAILED for a history with an entry that is no message.
 */
export function firstMessages(input: unknown, systemPrompt: string | undefined): ModelMessage[] {
  const system: ModelMessage[] =
    systemPrompt === undefined ? [] : [{ role: 'system', content: systemPrompt }];
  const history = isPlainObject(input) && Array.isArray(input['messages']) ? input['messages'] : input;
  if (Array.isArray(history) && history.some((entry) => isPlainObject(entry) && 'role' in entry)) {
    return [...system, ...history.map(readMessage)];
  }
  const text = typeof input === 'string' ? input : (JSON.stringify(input) ?? '');
  return [...system, userMessage(text)];
}

/** What the user says. */
export function userMessage(text: string): ModelMessage {
  return { role: 'user', content: [{ type: 'text', text }] };
}

function readMessage(entry: unknown, index: number): ModelMessage {
  const { role, content } = Object(entry) as Record<string, unknown>;
  const isKnown = typeof role === 'string' && roles.has(role);
  if (isKnown && typeof content === 'string') {
    return role === 'system'
      ? { role, content }
      : ({ role, content: [{ type: 'text', text: content }] } as ModelMessage);
  }
  const isParts =
    Array.isArray(content) &&
    content.every((part) => isPlainObject(part) && typeof part['type'] === 'string');
  if (isKnown && role !== 'system' && isParts) return { role, content } as ModelMessage;
  const issue = {
    path: [index],
    code: 'bad_message',
    message: 'must be { role, content } with a text or parts',
  };
  throw new AppError('VALIDATION_FAILED', `Message ${index + 1} of the history ${issue.message}.`, {
    details: { side: 'input', issues: [issue] },
  });
}

/** The model's answer as it stands in the conversation; arguments that are JSON stand there as values. */
export function assistantMessage(answer: ModelAnswer, calls: readonly ModelToolCall[]): ModelMessage {
  let next = 0;
  const content = answer.content.flatMap((part): ModelPart[] => {
    if (part.type === 'source') return [];
    const { providerMetadata, ...rest } = part;
    const options = providerMetadata === undefined ? {} : { providerOptions: providerMetadata };
    if (part.type !== 'tool-call' || part['providerExecuted'] === true)
      return [{ ...rest, ...options } as ModelPart];
    const call = calls[next++];
    if (call === undefined) return [];
    return [
      {
        type: 'tool-call',
        toolCallId: call.toolCallId,
        toolName: call.toolName,
        input: readJson(call.input) ?? {},
        ...options,
      },
    ];
  });
  return { role: 'assistant', content };
}

/** The results of a turn's calls, in the calls' order. */
export function toolMessage(calls: readonly ModelToolCall[], outputs: readonly ModelPart[]): ModelMessage {
  return {
    role: 'tool',
    content: calls.map(({ toolCallId, toolName }, index) => ({
      type: 'tool-result',
      toolCallId,
      toolName,
      output: outputs[index],
    })),
  };
}

/** A call's result as the model reads it: text as it is, anything else as JSON, and `Error: <message>` for what failed. */
export function toolOutput(result: CallResult): ModelPart {
  if (result.status !== 'succeeded') return errorOutput(messageOf(result.error));
  const { output } = result;
  if (typeof output === 'string') return { type: 'text', value: output };
  try {
    return { type: 'text', value: JSON.stringify(output) ?? 'null' };
  } catch {
    return errorOutput(`The output of "${result.toolName}" cannot be written as JSON.`);
  }
}

/** Tells the model that a call failed. */
export function errorOutput(message: string): ModelPart {
  return { type: 'error-text', value: `Error: ${message}` };
}

/** Parses JSON; undefined where it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Ids repeat in the answers of some models; a second use gets one of its own, so that results find their calls. */
export function uniqueIds(calls: readonly ModelToolCall[], used: Set<string>): ModelToolCall[] {
  return calls.map((call) => {
    let id = call.toolCallId;
    for (let count = 2; used.has(id); count += 1) id = `${call.toolCallId}-${count}`;
    used.add(id);
    return { ...call, toolCallId: id };
  });
}
