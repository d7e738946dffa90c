import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import { createRecorder } from '../../src/record/recorder.ts';
import { tool } from '../../src/tool/define-tool.ts';
import type { Tool } from '../../src/tool/tool.ts';
import type { NewEvent, TraceEvent } from '../../src/trace/events.ts';
import type { Finding } from '../../src/trace/finding.ts';

/** One story in which a value of a sensitive field does or does not turn up elsewhere. */
export interface LeakUnit {
  id: string;
  form: string;
  sink: string;
  label: 'faulty' | 'sound';
  events: TraceEvent[];
  secret: string;
}

const secrets = ['kV9x-Zr41-qLm8-Tp27', 'ada.lovelace@example.com', 'p%q+r/s=T4u!v8&w'];

/** How the value may be written. */
const forms: Record<string, (secret: string) => string> = {
  raw: (secret) => `the value is ${secret} here`,
  alone: (secret) => secret,
  base64: (secret) => Buffer.from(secret).toString('base64'),
  'base64 inside a header': (secret) => `Basic ${Buffer.from(`user:${secret}`).toString('base64')}`,
  base64url: (secret) => Buffer.from(`{"k":"${secret}"}`).toString('base64url'),
  hex: (secret) => Buffer.from(secret).toString('hex'),
  'percent encoded': (secret) => `https://example.com/?k=${encodeURIComponent(secret)}`,
  'JSON in a text': (secret) => JSON.stringify({ a: JSON.stringify({ b: secret }) }),
  'unicode escapes': (secret) =>
    [...secret].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  'HTML entities': (secret) => [...secret].map((char) => `&#${char.charCodeAt(0)};`).join(''),
  'zero width characters': (secret) => [...secret].join('\u200b'),
  'other case': (secret) => secret.toUpperCase(),
};

/** What looks like it and is not. */
const lookalikes: Record<string, (secret: string) => string> = {
  'another value of the same shape': (secret) =>
    [...secret]
      .map((char) => (/\d/.test(char) ? '5' : char === 'a' ? 'b' : char))
      .join('')
      .replace(/^./, 'X'),
  'keyed hash': (secret) => createHmac('sha256', 'a key that nobody knows').update(secret).digest('hex'),
  'masked at the source': (secret) => '*'.repeat(secret.length),
  'public id': () => 'ord_01J9Z3K7Q8W2E4R6T8Y0U1I3O5',
  'hash of a file': () => createHash('sha256').update('content').digest('hex'),
  'public key': () =>
    '-----BEGIN PUBLIC KEY-----\nMFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAK\n-----END PUBLIC KEY-----',
  'short name': () => 'Will',
  'plain text': () => 'The order was delivered on Monday and the customer is content.',
  uuid: () => '7f1d9a34-6c1b-4a52-9a0e-0f6f2f6f7a11',
  'own name of the field': () => 'accountSecret',
};

type Sink = (text: string) => NewEvent[];
const about = { callId: 'flow/publish#1', toolName: 'publish', scope: 'flow' };
const asked = (input: unknown): NewEvent => ({ type: 'tool.requested', ...about, stepIndex: 1, input });
const ended: NewEvent[] = [
  { type: 'tool.allowed', ...about },
  { type: 'tool.attempt_started', ...about, attempt: 1 },
  { type: 'tool.succeeded', ...about, output: { ok: true } },
];

/** Where the value may go. */
const sinks: Record<string, Sink> = {
  'input of another tool': (text) => [asked({ text }), ...ended],
  'key of an object': (text) => [asked({ entries: { [text]: 1 } }), ...ended],
  'deep in a list': (text) => [asked({ a: [{ b: [[{ c: text }]] }] }), ...ended],
  'output of another tool': (text) => [
    asked({}),
    ...ended.slice(0, 2),
    { type: 'tool.succeeded', ...about, output: { summary: text } },
  ],
  'error message': (text) => [
    asked({}),
    ...ended.slice(0, 2),
    {
      type: 'tool.attempt_failed',
      ...about,
      attempt: 1,
      error: { code: 'ERROR', status: 500, message: text },
    },
    { type: 'tool.failed', ...about, error: { code: 'TOOL_EXECUTION_FAILED', status: 500, message: text } },
  ],
  'log line': (text) => [{ type: 'log', level: 'info', message: text }],
  prompt: (text) => [
    {
      type: 'model.requested',
      requestId: 'flow/model#1',
      modelId: 'm',
      request: { messages: [{ role: 'user', content: text }] },
    },
    { type: 'model.responded', requestId: 'flow/model#1', response: { text: 'ok' } },
  ],
  'output of a step': (text) => [
    { type: 'step.started', scope: 'flow', stepKey: 'writer', stepKind: 'agent', agentName: 'writer' },
    { type: 'step.completed', scope: 'flow', stepKey: 'writer', stepKind: 'agent', output: { text } },
  ],
};

function story(secret: string, later: NewEvent[]): TraceEvent[] {
  const source = { callId: 'flow/open#1', toolName: 'open', scope: 'flow' };
  const events: NewEvent[] = [
    { type: 'run.started', target: { kind: 'workflow', name: 'flow' }, input: {} },
    { type: 'tool.requested', ...source, stepIndex: 0, input: {} },
    { type: 'tool.allowed', ...source },
    { type: 'tool.attempt_started', ...source, attempt: 1 },
    { type: 'tool.succeeded', ...source, output: { accountSecret: secret } },
    ...later,
    { type: 'run.completed', output: 'done' },
  ];
  return events.map((event, index) => ({ ...event, seq: index + 1 }) as TraceEvent);
}

const any = z.looseObject({});
const declare = (name: string, sensitiveFieldNames: string[]): Tool =>
  tool({
    name,
    description: 'Part of a story.',
    inputSchema: any,
    outputSchema: z.unknown(),
    sensitiveFieldNames,
    execute: () => ({}),
  }) as Tool;
const tools = [declare('open', ['accountSecret']), declare('publish', [])];

function units(label: 'faulty' | 'sound', writings: typeof forms): LeakUnit[] {
  return secrets.flatMap((secret, index) =>
    Object.entries(writings).flatMap(([form, write]) =>
      Object.entries(sinks).map(([sink, put]) => ({
        id: `${index} ${form} → ${sink}`,
        form,
        sink,
        label,
        secret,
        events: story(secret, put(write(secret))),
      })),
    ),
  );
}

export const leakUnits: readonly LeakUnit[] = [...units('faulty', forms), ...units('sound', lookalikes)];

/** What the recorder says of a story. */
export function leaksOf(unit: LeakUnit): Finding[] {
  const recorder = createRecorder({ name: 'main', tools });
  for (const event of unit.events) recorder.onEvent(event);
  return recorder.finish().findings;
}

/** Simpler ways to find leaks; true is "leaks". */
export const leakBaselines: Record<string, (unit: LeakUnit) => boolean> = {
  'exact search': ({ events, secret }) =>
    JSON.stringify(events.slice(5)).includes(JSON.stringify(secret).slice(1, -1)),
  'names of fields': ({ events }) =>
    /"(password|secret|token|apiKey|accountSecret)":/.test(JSON.stringify(events.slice(5))),
  'patterns of secrets': ({ events }) =>
    /AKIA[0-9A-Z]{16}|ghp_[A-Za-z0-9]{36}|sk-[A-Za-z0-9]{20,}|-----BEGIN [A-Z ]*PRIVATE KEY|eyJ[A-Za-z0-9_-]+\.eyJ|(api|secret|token)[^\n]{0,20}[:=]\s*["'][0-9a-z]{16,}/i.test(
      JSON.stringify(events.slice(5)),
    ),
};
