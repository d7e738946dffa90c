import { agent } from 'touchstone';
import { scriptedModel } from 'touchstone/testing';
import { expect, test } from 'touchstone/vitest';
import { calculator } from './tools/calculator.ts';
import { searchHandbook, sendEmail } from './tools/email.ts';
import { getWeather } from './tools/weather.ts';

// Put any model of the AI SDK in the place of a scripted one and record: the replay asks no provider.

test('a model looks the weather up and tells it', async ({ harness }) => {
  const weatherAgent = agent({
    name: 'weather-agent',
    model: scriptedModel([
      { toolCalls: [{ toolName: 'get_weather', input: { city: 'Tokyo' } }] },
      { text: 'It is 18.5 degrees and clear in Tokyo.' },
    ]),
    systemPrompt: 'You are a weather assistant. Use tools to answer weather questions.',
    tools: [getWeather],
  });
  const run = await harness.run(weatherAgent, "What's the weather in Tokyo?");
  expect(run).toHaveStatus('completed');
  expect(run.output).toBe('It is 18.5 degrees and clear in Tokyo.');
  expect(run).toHaveCalledTool(getWeather, { city: 'Tokyo', unit: 'celsius' }, { times: 1 });
  await expect(run).toMatchGolden();
  expect(run).toHaveNoFindings();
});

test('a model hears that nothing can be divided by zero', async ({ harness }) => {
  const tutor = agent({
    name: 'math-tutor',
    model: scriptedModel([
      { toolCalls: [{ toolName: 'calculator', input: { expression: '10 / 0' } }] },
      ({ prompt }) => ({
        text: JSON.stringify(prompt.at(-1)).includes('Error: division by zero')
          ? 'Nothing can be divided by zero.'
          : 'It is infinite.',
      }),
    ]),
    tools: [calculator],
  });
  const run = await harness.run(tutor, "What's 10 divided by zero?");
  expect(run.output).toBe('Nothing can be divided by zero.');
  expect(run).toHaveCalledTool(calculator, { expression: '10 / 0' }, { status: 'failed' });
  await expect(run).toMatchGolden();
});

test('a model searches, and mails what it found once a person agrees', async ({ harness }) => {
  const assistant = mailAgent([
    { toolCalls: [{ toolName: 'search_handbook', input: { query: 'broken parcel' } }] },
    { toolCalls: [{ toolName: 'send_email', input: mail('Here is what to do.') }] },
    { text: 'The customer has been told.' },
  ]);
  const waiting = await harness.run(assistant, 'Tell noor@example.com what to do with a broken parcel.');
  expect(waiting).toHaveStatus('awaiting_approval');
  const run = await harness.resume(waiting, 'approve');
  expect(run).toHaveStatus('completed');
  expect(run).toHaveCalledTool(sendEmail, { subject: 'Your parcel' }, { times: 1, status: 'succeeded' });
  await expect(run).toMatchGolden();
});

test('a model reads why its mail was rejected and tries another way', async ({ harness }) => {
  const assistant = mailAgent([
    { toolCalls: [{ toolName: 'send_email', input: mail('Go away.') }] },
    { toolCalls: [{ toolName: 'send_email', input: mail('We are sorry about your parcel.') }] },
    { text: 'A kinder mail is out.' },
  ]);
  const first = await harness.run(assistant, 'Answer noor@example.com.');
  const [rude] = first.approvals;
  const second = await harness.resume(first, {
    [rude!.approvalId]: { decision: 'reject', note: 'Be kind.' },
  });
  expect(second).toHaveStatus('awaiting_approval');
  const run = await harness.resume(second, 'approve');
  expect(run).toHaveStatus('completed');
  expect(run.toolCalls.map(({ status }) => status)).toEqual(['rejected', 'succeeded']);
  expect(run.toolCalls[0]!.error!.message).toBe(
    'Tool "send_email" was rejected by the user. Feedback: Be kind.',
  );
  await expect(run).toMatchGolden();
});

function mail(body: string) {
  return { to: 'noor@example.com', subject: 'Your parcel', body };
}

function mailAgent(script: Parameters<typeof scriptedModel>[0]) {
  return agent({
    name: 'mail-agent',
    model: scriptedModel(script),
    systemPrompt: 'Answer customers by mail.',
    tools: [searchHandbook, sendEmail],
  });
}
