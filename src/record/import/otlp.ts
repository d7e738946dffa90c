import { createHash } from 'node:crypto';
import { isPlainObject } from '../../core/json.ts';
import type { Trace, TraceCall } from '../../trace/trace.ts';
import { resultOfText, type Conversation, type ForeignCall } from './conversation.ts';
import { fieldsOf, notOfFormat, readForeignJson, textField } from './foreign-file.ts';
import { turnsOf } from './openai-messages.ts';

const FORMAT = 'otlp';

// Names of the GenAI semantic conventions of OpenTelemetry (attributes of agent and tool spans).
const key = {
  operation: 'gen_ai.operation.name',
  agent: 'gen_ai.agent.name',
  tool: 'gen_ai.tool.name',
  callId: 'gen_ai.tool.call.id',
  arguments: 'gen_ai.tool.call.arguments',
  result: 'gen_ai.tool.call.result',
  input: 'gen_ai.input.messages',
  output: 'gen_ai.output.messages',
  error: 'error.type',
  run: 'touchstone.run.name',
  status: 'touchstone.call.status',
  turn: 'touchstone.call.turn',
};

type Attributes = Map<string, unknown>;

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  start: bigint;
  order: number;
  attributes: Attributes;
  failed: boolean;
  message: string;
}

/** Reads OTLP/JSON spans that follow the GenAI semantic conventions: one run for each trace id. */
export function readOtlp(text: string): Conversation[] {
  const json = readForeignJson(text, FORMAT);
  const documents: unknown[] = Array.isArray(json) ? json : [json];
  const spans = documents.flatMap((document) => spansIn(document));
  if (spans.length === 0) throw notOfFormat(FORMAT, 'expected resourceSpans with spans in them');
  const byTrace = new Map<string, Span[]>();
  for (const span of spans) byTrace.set(span.traceId, [...(byTrace.get(span.traceId) ?? []), span]);
  return [...byTrace.values()].map((own, index) =>
    conversationOf(own, byTrace.size === 1 ? 'main' : `run ${index + 1}`),
  );
}

function spansIn(document: unknown): Span[] {
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
  return list(fieldsOf(document)['resourceSpans']).flatMap((resource) =>
    list(fieldsOf(resource)['scopeSpans']).flatMap((scope) =>
      list(fieldsOf(scope)['spans']).map((span, order): Span => {
        const status = fieldsOf(fieldsOf(span)['status']);
        return {
          traceId: textField(span, 'traceId') ?? '',
          spanId: textField(span, 'spanId') ?? '',
          parentSpanId: textField(span, 'parentSpanId') ?? '',
          name: textField(span, 'name') ?? '',
          start: nanoseconds(fieldsOf(span)['startTimeUnixNano']),
          order,
          attributes: readAttributes(fieldsOf(span)['attributes']),
          failed: status['code'] === 2 || status['code'] === 'STATUS_CODE_ERROR',
          message: textField(status, 'message') ?? '',
        };
      }),
    ),
  );
}

function nanoseconds(value: unknown): bigint {
  return /^\d{1,20}$/.test(String(value)) ? BigInt(String(value)) : 0n;
}

function readAttributes(value: unknown): Attributes {
  const attributes: Attributes = new Map();
  for (const item of Array.isArray(value) ? (value as unknown[]) : []) {
    const name = textField(item, 'key');
    if (name !== undefined) attributes.set(name, readValue(fieldsOf(item)['value']));
  }
  return attributes;
}

function readValue(value: unknown): unknown {
  const fields = fieldsOf(value);
  if ('intValue' in fields) return Number(fields['intValue']);
  if (isPlainObject(fields['arrayValue'])) {
    const values = fields['arrayValue']['values'];
    return Array.isArray(values) ? values.map(readValue) : [];
  }
  return fields['stringValue'] ?? fields['doubleValue'] ?? fields['boolValue'];
}

function conversationOf(spans: readonly Span[], name: string): Conversation {
  const sorted = [...spans].sort(
    (left, right) => Number(left.start - right.start) || left.order - right.order,
  );
  const ids = new Set(sorted.map((span) => span.spanId));
  const root = sorted.find((span) => !ids.has(span.parentSpanId)) ?? sorted[0]!;
  const tools = sorted.filter((span) => textOfAttribute(span, key.tool) !== undefined);
  const turns = new Map<unknown, ForeignCall[]>();
  for (const span of tools) {
    const turn = span.attributes.get(key.turn) ?? span;
    turns.set(turn, [...(turns.get(turn) ?? []), callOf(span)]);
  }
  return {
    name: textOfAttribute(root, key.run) ?? name,
    agentName: textOfAttribute(root, key.agent) ?? 'agent',
    input: readJson(root.attributes.get(key.input)) ?? '',
    turns: [...turns.values()],
    output: readJson(root.attributes.get(key.output)) ?? null,
    ...(root.failed && { error: root.message || 'The run failed.' }),
  };
}

function callOf(span: Span): ForeignCall {
  const toolName = textOfAttribute(span, key.tool)!;
  const result = span.attributes.get(key.result);
  const text = typeof result === 'string' ? resultOfText(result) : { output: result ?? null };
  return {
    toolName,
    input: readJson(span.attributes.get(key.arguments)) ?? {},
    result:
      span.failed || span.attributes.has(key.error) ? { error: span.message || 'The call failed.' } : text,
  };
}

function textOfAttribute(span: Span, name: string): string | undefined {
  const value = span.attributes.get(name);
  return typeof value === 'string' ? value : undefined;
}

function readJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/**
 * Writes traces as OTLP/JSON spans: one `invoke_agent` span a run, one `execute_tool` span a call. A trace holds no time,
 * so the spans follow each other in steps of one microsecond from the start of 2026.
 */
export function writeOtlp(traces: readonly Trace[]): string {
  const scopeSpans = [{ scope: { name: 'touchstone' }, spans: traces.flatMap(spansOf) }];
  const resource = { attributes: attributesOf({ 'service.name': 'touchstone' }) };
  return `${JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] }, null, 2)}\n`;
}

const START = 1_767_225_600_000_000_000n;

function spansOf(trace: Trace, runIndex: number): object[] {
  const traceId = hash(`${trace.name} ${runIndex}`).slice(0, 32);
  const rootId = hash(`${trace.name} ${runIndex} root`).slice(0, 16);
  const agent = trace.target?.name ?? 'agent';
  const time = (step: number): string => String(START + BigInt(step) * 1000n);
  const turnOf = new Map(
    turnsOf(trace).flatMap((calls, turn) => calls.map((call) => [call.callId, turn] as const)),
  );
  const root = {
    traceId,
    spanId: rootId,
    name: `invoke_agent ${agent}`,
    kind: 1,
    startTimeUnixNano: time(0),
    endTimeUnixNano: time(2 * trace.calls.length + 1),
    attributes: attributesOf({
      [key.operation]: 'invoke_agent',
      [key.agent]: agent,
      [key.run]: trace.name,
      [key.input]: JSON.stringify(trace.input ?? ''),
      [key.output]: JSON.stringify(trace.output ?? null),
    }),
    status: trace.error === undefined ? { code: 1 } : { code: 2, message: trace.error.message },
  };
  const calls = trace.calls.map((call, index) => ({
    traceId,
    spanId: hash(`${traceId} ${call.callId}`).slice(0, 16),
    parentSpanId: rootId,
    name: `execute_tool ${call.toolName}`,
    kind: 1,
    startTimeUnixNano: time(2 * index + 1),
    endTimeUnixNano: time(2 * index + 2),
    attributes: attributesOf(callAttributes(call, turnOf.get(call.callId) ?? index)),
    status: call.error === undefined ? { code: 1 } : { code: 2, message: call.error.message },
  }));
  return [root, ...calls];
}

function callAttributes(call: TraceCall, turn: number): Record<string, string | number | undefined> {
  return {
    [key.operation]: 'execute_tool',
    [key.tool]: call.toolName,
    [key.callId]: call.callId,
    [key.agent]: call.agentName,
    [key.arguments]: JSON.stringify(call.input),
    [key.result]: call.status === 'succeeded' ? (JSON.stringify(call.output) ?? 'null') : undefined,
    [key.error]: call.error?.code,
    [key.status]: call.status,
    [key.turn]: turn,
  };
}

function attributesOf(fields: Record<string, string | number | undefined>): object[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return [
      { key: name, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } },
    ];
  });
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
