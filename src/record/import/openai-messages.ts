import { isPlainObject } from '../../core/json.ts';
import type { Trace } from '../../trace/trace.ts';
import { resultOfText, textOf, type Conversation } from './conversation.ts';
import { fieldsOf, notOfFormat, readForeignJson, textField } from './foreign-file.ts';
import { createPendingCalls, type PendingCalls } from './pending-calls.ts';

const FORMAT = 'openai-messages';

/**
 * Reads OpenAI messages: one list, several, objects with `messages` or `input`, or JSON lines of them. Tool calls, the
 * older function calls and the items of the Responses API are known.
 */
export function readOpenAiMessages(text: string): Conversation[] {
  const json = readForeignJson(text, FORMAT);
  const lists = messageLists(json);
  if (lists.length === 0)
    throw notOfFormat(FORMAT, 'expected a list of messages with roles, or objects with "messages"');
  return lists.map(({ name, messages }, index) => ({
    name: name ?? (lists.length === 1 ? 'main' : `run ${index + 1}`),
    agentName: 'agent',
    ...readMessages(messages, FORMAT),
  }));
}

interface MessageList {
  name?: string;
  messages: unknown[];
}

function messageLists(json: unknown): MessageList[] {
  if (isMessageList(json)) return [{ messages: json }];
  if (Array.isArray(json)) return json.flatMap((item: unknown) => messageLists(item));
  if (!isPlainObject(json)) return [];
  const name = textField(json, 'name') ?? textField(json, 'id');
  for (const key of ['messages', 'input', 'request', 'body']) {
    const inner = json[key];
    if (isMessageList(inner)) {
      return [{ ...(name !== undefined && { name }), messages: [...inner, ...answersOf(json)] }];
    }
    if (isPlainObject(inner) && isMessageList(inner['messages'])) {
      return [{ ...(name !== undefined && { name }), messages: [...inner['messages'], ...answersOf(json)] }];
    }
  }
  return [];
}

// What came back to the request: a chat completion or the items of a response.
function answersOf(json: Record<string, unknown>): unknown[] {
  const response = isPlainObject(json['response']) ? json['response'] : json;
  const choice: unknown = Array.isArray(response['choices']) ? response['choices'][0] : undefined;
  if (isPlainObject(choice) && isPlainObject(choice['message'])) return [choice['message']];
  return Array.isArray(response['output']) ? response['output'] : [];
}

function isMessageList(value: unknown): value is unknown[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (item) => isPlainObject(item) && (typeof item['role'] === 'string' || typeof item['type'] === 'string'),
    ) &&
    value.some((item) => isPlainObject(item) && typeof item['role'] === 'string')
  );
}

/** Reads one list of messages. */
export function readMessages(
  messages: readonly unknown[],
  format: string,
): Omit<Conversation, 'name' | 'agentName'> {
  const calls = createPendingCalls();
  let input: unknown;
  let output: unknown = null;
  for (const [index, message] of messages.entries()) {
    const fields = fieldsOf(message);
    const role = textField(message, 'role');
    const type = textField(message, 'type');
    if (role === 'user' && input === undefined) input = textOf(fields['content']);
    if (role === 'assistant') {
      calls.beginTurn();
      readAsked(fields, calls, `${format}[${index}]`);
      const text = textOf(fields['content']);
      if (text !== '') output = text;
    } else if (type === 'function_call') readItem(fields, calls);
    else readAnswer(fields, role, type, calls);
    if (role === 'user' || type === 'function_call_output') calls.beginTurn();
  }
  return { input: input ?? '', turns: calls.turns, output };
}

function readAsked(message: Record<string, unknown>, calls: PendingCalls, place: string): void {
  const list = Array.isArray(message['tool_calls']) ? message['tool_calls'] : [];
  for (const item of list as unknown[]) {
    const called = fieldsOf(fieldsOf(item)['function'] ?? fieldsOf(item)['custom']);
    const toolName = textField(called, 'name');
    if (toolName === undefined) throw notOfFormat(FORMAT, `a tool call of ${place} has no name`);
    calls.ask(textField(item, 'id') ?? toolName, {
      toolName,
      ...argumentsOf(called['arguments'] ?? called['input']),
    });
  }
  const old = fieldsOf(message['function_call']);
  const toolName = textField(old, 'name');
  if (toolName !== undefined) calls.ask(toolName, { toolName, ...argumentsOf(old['arguments']) });
}

function readItem(item: Record<string, unknown>, calls: PendingCalls): void {
  const toolName = textField(item, 'name') ?? 'unnamed';
  calls.ask(textField(item, 'call_id') ?? toolName, { toolName, ...argumentsOf(item['arguments']) });
}

function argumentsOf(value: unknown): { rawInput: string } | { input: unknown } {
  return typeof value === 'string' ? { rawInput: value } : { input: value ?? {} };
}

function readAnswer(
  message: Record<string, unknown>,
  role: string | undefined,
  type: string | undefined,
  calls: PendingCalls,
): void {
  if (role === 'tool' || role === 'function') {
    const id = textField(message, 'tool_call_id') ?? textField(message, 'name') ?? '';
    calls.answer(id, resultOfText(textOf(message['content'])));
  } else if (type === 'function_call_output') {
    const { output } = message;
    const result = typeof output === 'string' ? resultOfText(output) : { output };
    calls.answer(textField(message, 'call_id') ?? '', result);
  }
}

/** Writes traces as OpenAI messages, one JSON line a run. */
export function writeOpenAiMessages(traces: readonly Trace[]): string {
  return traces
    .map((trace) => `${JSON.stringify({ name: trace.name, messages: messagesOf(trace) })}\n`)
    .join('');
}

/** The messages of one trace: the input, each turn of calls with its results, and the output. */
export function messagesOf(trace: Trace): object[] {
  const messages: object[] = [{ role: 'user', content: asText(trace.input ?? '') }];
  for (const calls of turnsOf(trace)) {
    messages.push({
      role: 'assistant',
      content: null,
      tool_calls: calls.map(({ callId, toolName, input, rawInput }) => ({
        id: callId,
        type: 'function',
        function: { name: toolName, arguments: rawInput ?? JSON.stringify(input) },
      })),
    });
    for (const call of calls) {
      const content =
        call.status === 'succeeded' ? asText(call.output) : asError(call.error?.message ?? call.status);
      messages.push({ role: 'tool', tool_call_id: call.callId, name: call.toolName, content });
    }
  }
  if (trace.output !== undefined && trace.output !== null) {
    messages.push({ role: 'assistant', content: asText(trace.output) });
  }
  return messages;
}

/** The calls of a trace, those of one batch together. */
export function turnsOf(trace: Trace): Trace['calls'][] {
  const turns: Trace['calls'][] = [];
  let batch: string | undefined;
  for (const call of trace.calls) {
    if (call.batch !== undefined && call.batch.id === batch) turns.at(-1)!.push(call);
    else turns.push([call]);
    batch = call.batch?.id;
  }
  return turns;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function asError(message: string): string {
  return message.startsWith('Error:') ? message : `Error: ${message}`;
}
