import { expect, test } from 'vitest';
import { parseRecording } from '../../src/record/file/parse-recording.ts';
import { formatRecording } from '../../src/record/recording-file.ts';
import { createReplayer } from '../../src/record/replayer.ts';
import { scrubRecording } from '../../src/record/scrub-recording.ts';
import { importTraces } from '../../src/record/import/import-traces.ts';
import type { Recording } from '../../src/trace/recording.ts';

const turns = [
  ['find', { email: 'ann@shop.test', page: 1 }, { phone: '+44 20 7946 0991', note: 'mail ann@shop.test' }],
  [
    'find',
    { email: 'bob@shop.test', page: 1 },
    { password: 'hunter2', note: 'call +44-20-79460991 or ann@shop.test' },
  ],
] as const;
const text = JSON.stringify([
  { role: 'user', content: 'hi' },
  ...turns.flatMap(([name, input, output], index) => [
    {
      role: 'assistant',
      tool_calls: [{ id: `c${index}`, function: { name, arguments: JSON.stringify(input) } }],
    },
    { role: 'tool', tool_call_id: `c${index}`, content: JSON.stringify(output) },
  ]),
]);
const recording: Recording = {
  header: { format: 'touchstone-recording', version: 1, spec: '', test: 'old', complete: true, tools: [] },
  runs: importTraces(text, { format: 'openai-messages' }),
};

test('scrubbing takes a newly named field out of an old recording, wherever its values stand', () => {
  const { recording: scrubbed, removed } = scrubRecording(recording, {
    sensitiveFieldNames: ['email', 'phone'],
  });
  expect(removed).toEqual({ email: 4, phone: 2 });
  expect(scrubbed.runs[0]!.calls.map(({ input, output }) => [input, output])).toEqual([
    [
      { email: '[REDACTED:email#1]', page: 1 },
      { phone: '[REDACTED:phone#1]', note: 'mail [REDACTED:email#1]' },
    ],
    [
      { email: '[REDACTED:email#2]', page: 1 },
      { password: '[REDACTED:password#1]', note: 'call [REDACTED:phone/spaced#1] or [REDACTED:email#1]' },
    ],
  ]);
});

test('a scrubbed recording replays the same calls and no others', () => {
  const { recording: scrubbed } = scrubRecording(recording, { sensitiveFieldNames: ['email', 'phone'] });
  const stored = parseRecording(formatRecording(scrubbed), 'x').runs[0]!;
  const replayer = createReplayer(stored);
  expect(turns.map(([toolName, input]) => replayer.next({ toolName, input }).status)).toEqual(['hit', 'hit']);
  const strict = createReplayer(stored);
  expect(strict.next({ toolName: 'find', input: { email: 'ann@shop.test', page: 2 } }).status).toBe('miss');
  strict.next({ toolName: 'find', input: { email: 'ann@shop.test', page: 1 } });
  expect(strict.next({ toolName: 'find', input: { email: 'ann@shop.test', page: 1 } }).status).toBe('miss');
});

test('scrubbing again, or with nothing to take out, leaves the bytes alone', () => {
  const once = scrubRecording(recording, { sensitiveFieldNames: ['email'] }).recording;
  const twice = scrubRecording(once, { sensitiveFieldNames: ['email'] });
  expect(twice.removed).toEqual({});
  expect(formatRecording(twice.recording)).toBe(formatRecording(once));
  const more = scrubRecording(once, { sensitiveFieldNames: ['phone'] });
  expect(more.removed).toEqual({ phone: 2 });
});
