import { isPlainObject } from '../../core/json.ts';
import type { Trace } from '../../trace/trace.ts';
import { textOf, type Conversation, type ForeignCall } from './conversation.ts';
import { fieldsOf, notOfFormat, readForeignJson, textField } from './foreign-file.ts';
import { turnsOf } from './openai-messages.ts';
import { createPendingCalls, type PendingCalls } from './pending-calls.ts';

const FORMAT = 'ai-sdk';

/** Reads messages of the AI SDK: model messages or UI messages; one list, several, objects with `messages`, JSON lines. */
export function readAiSdk(text: string): Conversation[] {
  const lists = messageLists(readForeignJson(text, FORMAT));
  if (lists.length === 0) throw notOfFormat(FORMAT, 'expected a list of messages with roles and parts');
  return lists.map((messages, index) => ({
    name: lists.length === 1 ? 'main' : `run ${index + 1}`,
    agentName: 'agent',
    ...readMessages(messages),
  }));
}

function messageLists(json: unknown): unknown[][] {
  if (Array.isArray(json)) {
    const isList =
      json.length > 0 && json.every((item) => isPlainObject(item) && typeof item['role'] === 'string');
    return isList ? [json] : json.flatMap((item: unknown) => messageLists(item));
  }
  if (!isPlainObject(json)) return [];
  const own = json['messages'] ?? json['prompt'];
  const response = fieldsOf(json['response'])['messages'];
  const list = [...(Array.isArray(own) ? own : []), ...(Array.isArray(response) ? response : [])];
  return list.length === 0 ? [] : messageLists(list);
}

function readMessages(messages: readonly unknown[]): Omit<Conversation, 'name' | 'agentName'> {
  const calls = createPendingCalls();
  let input: unknown;
  let output: unknown = null;
  for (const message of messages) {
    const { role, content, parts } = fieldsOf(message);
    const list: unknown[] = Array.isArray(content) ? content : Array.isArray(parts) ? parts : [];
    const text = typeof content === 'string' ? content : textOf(list);
    if (role === 'user' && input === undefined) input = text;
    if (role === 'assistant' || role === 'user') calls.beginTurn();
    if (role === 'assistant' && text !== '') output = text;
    for (const part of list) readPart(fieldsOf(part), calls);
  }
  return { input: input ?? '', turns: calls.turns, output };
}

function readPart(part: Record<string, unknown>, calls: PendingCalls): void {
  const type = textField(part, 'type') ?? '';
  const id = textField(part, 'toolCallId') ?? '';
  if (type === 'step-start') calls.beginTurn();
  if (type === 'tool-call') {
    const toolName = textField(part, 'toolName') ?? 'unnamed';
    const value = part['input'] ?? part['args'];
    calls.ask(id, typeof value === 'string' ? { toolName, rawInput: value } : { toolName, input: value });
  } else if (type === 'tool-result') {
    calls.answer(id, resultOf(part['output'] ?? part['result'], part['isError'] === true));
  } else if (type === 'tool-error') {
    calls.answer(id, { error: messageIn(part['error']) });
  } else if ((type.startsWith('tool-') || type === 'dynamic-tool') && id !== '') {
    readUiPart(part, type, id, calls);
  }
}

function readUiPart(part: Record<string, unknown>, type: string, id: string, calls: PendingCalls): void {
  const toolName = type === 'dynamic-tool' ? (textField(part, 'toolName') ?? 'unnamed') : type.slice(5);
  calls.ask(id, { toolName, input: part['input'] ?? part['rawInput'] });
  const errorText = textField(part, 'errorText');
  if (errorText !== undefined) calls.answer(id, { error: errorText });
  else if ('output' in part) calls.answer(id, { output: part['output'] });
}

function resultOf(output: unknown, isError: boolean): NonNullable<ForeignCall['result']> {
  const { type, value, reason } = fieldsOf(output);
  if (type === 'error-text' || type === 'error-json') return { error: messageIn(value) };
  if (type === 'execution-denied')
    return { error: `The call was denied${typeof reason === 'string' ? `: ${reason}` : ''}.` };
  const inner = type === 'text' || type === 'json' || type === 'content' ? value : output;
  return isError ? { error: messageIn(inner) } : { output: inner };
}

function messageIn(value: unknown): string {
  return typeof value === 'string' ? value : (textField(value, 'message') ?? JSON.stringify(value) ?? '');
}

/** Writes traces as model messages of the AI SDK, one JSON line a run. */
export function writeAiSdk(traces: readonly Trace[]): string {
  return traces
    .map((trace) => `${JSON.stringify({ name: trace.name, messages: messagesOf(trace) })}\n`)
    .join('');
}

function messagesOf(trace: Trace): object[] {
  const messages: object[] = [{ role: 'user', content: asText(trace.input ?? '') }];
  for (const calls of turnsOf(trace)) {
    messages.push({
      role: 'assistant',
      content: calls.map(({ callId, toolName, input }) => ({
        type: 'tool-call',
        toolCallId: callId,
        toolName,
        input,
      })),
    });
    messages.push({
      role: 'tool',
      content: calls.map(({ callId, toolName, status, output, error }) => ({
        type: 'tool-result',
        toolCallId: callId,
        toolName,
        output:
          status === 'succeeded'
            ? { type: 'json', value: output ?? null }
            : { type: 'error-text', value: error?.message ?? status },
      })),
    });
  }
  if (trace.output !== undefined && trace.output !== null) {
    messages.push({ role: 'assistant', content: asText(trace.output) });
  }
  return messages;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
