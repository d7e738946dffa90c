import { AppError, toErrorRecord, type ErrorRecord } from '../../core/errors.ts';
import { isPlainObject } from '../../core/json.ts';
import type { NewEvent, TraceEvent } from '../../trace/events.ts';
import type { Trace } from '../../trace/trace.ts';
import { createRecorder } from '../recorder.ts';

/** A call as a foreign file tells it. */
export interface ForeignCall {
  toolName: string;
  /** The text that the model sent, where the file has the text. */
  rawInput?: string;
  /** The input, where the file has a value. */
  input?: unknown;
  result?: { output: unknown } | { error: string };
}

/** A run as a foreign file tells it: the calls of each turn of the model, in order. */
export interface Conversation {
  name: string;
  agentName: string;
  input: unknown;
  /** The calls of one turn stand together. */
  turns: ForeignCall[][];
  output: unknown;
  error?: string;
}

/** Makes the redacted trace of a conversation. What it does not say (policies, approvals, attempts) is not in the trace. */
export function traceOf(conversation: Conversation, sensitiveFieldNames: readonly string[]): Trace {
  const { name, agentName, input, output, error, turns } = conversation;
  const events: NewEvent[] = [{ type: 'run.started', target: { kind: 'agent', name: agentName }, input }];
  const occurrences = new Map<string, number>();
  for (const [stepIndex, calls] of turns.entries()) {
    for (const [index, call] of calls.entries()) {
      const occurrence = (occurrences.get(call.toolName) ?? 0) + 1;
      occurrences.set(call.toolName, occurrence);
      const batch = calls.length > 1 ? { id: `${agentName}/turn#${stepIndex + 1}`, index } : undefined;
      events.push(...eventsOf(call, { agentName, stepIndex, occurrence, batch }));
    }
  }
  if (error === undefined) events.push({ type: 'run.completed', output });
  else events.push({ type: 'run.failed', error: failure(error) });
  const recorder = createRecorder({ name, tools: [], sensitiveFieldNames });
  for (const [index, event] of events.entries()) recorder.onEvent({ ...event, seq: index + 1 } as TraceEvent);
  return recorder.finish().trace;
}

interface Place {
  agentName: string;
  stepIndex: number;
  occurrence: number;
  batch: { id: string; index: number } | undefined;
}

function eventsOf(call: ForeignCall, { agentName, stepIndex, occurrence, batch }: Place): NewEvent[] {
  const { toolName, result } = call;
  const callId = `${agentName}/${toolName}#${occurrence}`;
  const own = { callId, toolName, scope: agentName };
  const read = readInput(call);
  const requested: NewEvent = {
    type: 'tool.requested',
    ...own,
    agentName,
    stepIndex,
    input: read.input,
    ...(read.rawInput !== undefined && { rawInput: read.rawInput }),
    ...(batch !== undefined && { batch }),
  };
  if (!read.isJson) {
    const message = `The arguments of ${toolName} are not JSON.`;
    const issues = [{ path: [], code: 'invalid_json', message }];
    const error = toErrorRecord(
      new AppError('VALIDATION_FAILED', message, { details: { side: 'input', issues }, toolName, callId }),
    );
    return [requested, { type: 'tool.input_rejected', ...own, error, issues }];
  }
  const started: NewEvent[] = [
    requested,
    { type: 'tool.allowed', ...own },
    { type: 'tool.attempt_started', ...own, attempt: 1 },
  ];
  if (result !== undefined && 'output' in result) {
    return [...started, { type: 'tool.succeeded', ...own, output: result.output }];
  }
  const error = failure(result?.error ?? `The file holds no result of this call of ${toolName}.`);
  return [
    ...started,
    { type: 'tool.attempt_failed', ...own, attempt: 1, error },
    { type: 'tool.failed', ...own, error: { ...error, toolName, callId } },
  ];
}

function readInput(call: ForeignCall): { input: unknown; rawInput?: string; isJson: boolean } {
  if (call.rawInput === undefined) return { input: call.input ?? {}, isJson: true };
  if (call.rawInput.trim() === '') return { input: {}, isJson: true };
  try {
    const input: unknown = JSON.parse(call.rawInput);
    if (JSON.stringify(input) === call.rawInput) return { input, isJson: true };
    return { input, rawInput: call.rawInput, isJson: true };
  } catch {
    return { input: call.rawInput, rawInput: call.rawInput, isJson: false };
  }
}

function failure(message: string): ErrorRecord {
  return { code: 'TOOL_EXECUTION_FAILED', status: 500, message };
}

/** The result of a call that a file holds as text: JSON where it is JSON, an error where it says so. */
export function resultOfText(text: string): { output: unknown } | { error: string } {
  if (/^Error:/i.test(text)) return { error: text };
  if (!/^\s*[[{"\d-]|^\s*(?:true|false|null)\s*$/.test(text)) return { output: text };
  try {
    return { output: JSON.parse(text) as unknown };
  } catch {
    return { output: text };
  }
}

/** The text of a message's content: a string, or parts with texts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => (isPlainObject(part) && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('');
}
