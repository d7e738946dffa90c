import { expect, test } from 'vitest';
import { z } from 'zod';
import { formatRecording } from '../../src/record/recording-file.ts';
import { createRecorder } from '../../src/record/recorder.ts';
import { tool } from '../../src/tool/define-tool.ts';
import type { Tool } from '../../src/tool/tool.ts';
import type { NewEvent, TraceEvent } from '../../src/trace/events.ts';

// One planted value for each place in which a run can say something.
const canaries = Array.from(
  { length: 20 },
  (_, index) => `cnry${String.fromCharCode(97 + index)}-Q7x9-${index + 100}-zW4k`,
);
const [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19] =
  canaries as string[];

function story(): NewEvent[] {
  const own = { callId: 'desk/vault#1', toolName: 'vault', scope: 'desk' };
  const error = (message: string, more: object = {}): { code: string; status: number; message: string } => ({
    code: 'E',
    status: 500,
    message,
    ...more,
  });
  return [
    { type: 'run.started', target: { kind: 'workflow', name: 'desk' }, input: { ticket: `about ${c0}` } },
    {
      type: 'model.requested',
      requestId: 'm1',
      modelId: 'x',
      request: { prompt: [{ role: 'user', text: `say ${c1}` }] },
    },
    { type: 'model.responded', requestId: 'm1', response: { content: [{ type: 'text', text: c2 }] } },
    {
      type: 'tool.requested',
      ...own,
      stepIndex: 0,
      input: { secretWords: canaries, [c3!]: 1 },
      rawInput: `{"x": "${c4}"}`,
    },
    {
      type: 'policy.matched',
      ...own,
      policyName: 'p',
      ruleIndex: 0,
      ruleType: 'log',
      reason: `because ${c5}`,
    },
    { type: 'tool.allowed', ...own, parsedInput: { secretWords: canaries, note: c6!.toUpperCase() } },
    { type: 'approval.requested', ...own, approvalId: 'a', reasons: [`is ${c7} fine?`] },
    {
      type: 'approval.decided',
      ...own,
      approvalId: 'a',
      decision: 'approved',
      decidedBy: c8!,
      note: `ok ${c9}`,
    },
    { type: 'tool.attempt_started', ...own, attempt: 1 },
    {
      type: 'log',
      callId: own.callId,
      scope: 'desk',
      level: 'info',
      message: `using ${c10}`,
      data: new Map([[c11, new Date(0)]]),
    },
    {
      type: 'tool.attempt_failed',
      ...own,
      attempt: 1,
      error: error(`no ${encodeURIComponent(c12!)}`, {
        details: { url: `https://x.test/?q=${c13}` },
        cause: error(`${c14}!`),
      }),
    },
    { type: 'tool.attempt_started', ...own, attempt: 2 },
    {
      type: 'http.exchanged',
      callId: own.callId,
      exchange: { headers: [['x-note', c15]], body: Buffer.from(c16!) },
    },
    {
      type: 'tool.succeeded',
      ...own,
      output: { text: Buffer.from(`ab${c17}`).toString('base64'), hex: Buffer.from(c18!).toString('hex') },
      returned: JSON.stringify(JSON.stringify({ a: c18 })),
    },
    { type: 'step.completed', stepKey: 's', stepKind: 'run', output: [...c19!].join('-') },
    { type: 'run.failed', error: error(`the end of ${c19}`) },
  ];
}

function record(sensitiveFieldNames: string[]): { text: string; findings: number } {
  const vault = tool({
    name: 'vault',
    description: 'Keeps words.',
    inputSchema: z.looseObject({}),
    outputSchema: z.unknown(),
    sensitiveFieldNames,
    execute: () => null,
  }) as unknown as Tool;
  const recorder = createRecorder({ name: 'main', tools: [vault] });
  for (const [index, event] of story().entries())
    recorder.onEvent({ ...event, seq: index + 1 } as TraceEvent);
  const { trace, findings } = recorder.finish();
  const header = {
    format: 'touchstone-recording' as const,
    version: 1,
    spec: 's',
    test: 't',
    complete: true,
    tools: [],
  };
  return { text: formatRecording({ header, runs: [trace] }), findings: findings.length };
}

/** An eye of its own: it knows nothing of the product's search. */
function planted(text: string): string[] {
  const flat = text.toLowerCase().replaceAll(/[^a-z0-9+/=]/g, '');
  return canaries.filter((canary) => {
    const forms = [
      canary,
      encodeURIComponent(canary),
      Buffer.from(canary).toString('hex'),
      ...[0, 1, 2].map((offset) =>
        Buffer.from('x'.repeat(offset) + canary)
          .toString('base64')
          .slice(offset === 0 ? 0 : 4, -4),
      ),
    ];
    return forms.some((form) => flat.includes(form.toLowerCase().replaceAll(/[^a-z0-9+/=]/g, '')));
  });
}

test('20 planted values are in no byte of the recording, wherever a run said them, and their leak is reported', () => {
  const { text, findings } = record(['secretWords']);
  expect(planted(text)).toEqual([]);
  expect(findings).toBe(1);
});

test('the twin: without the name every planted value is in the file', () => {
  expect(planted(record([]).text)).toEqual(canaries);
});
