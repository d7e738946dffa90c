import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { scriptedModel } from '../../../src/harness/model/scripted-model.ts';
import { agent, type ModelAgentOptions } from '../../../src/runtime/agent.ts';
import { call, getWeather, play, wiped } from './play.ts';

describe('the loop', () => {
  test('calls the tool that the model asks for and gives back its last text', async () => {
    const { state, model, results } = await play(
      [call('get_weather', { city: 'Tokyo' }), { text: 'It is 21 degrees in Tokyo.' }],
      { systemPrompt: 'You know the weather.' },
      "What's the weather in Tokyo?",
    );
    expect(state).toMatchObject({ status: 'completed', output: 'It is 21 degrees in Tokyo.' });
    expect(state.toolCalls).toMatchObject([
      {
        toolName: 'get_weather',
        agentName: 'helper',
        status: 'succeeded',
        input: { city: 'Tokyo', unit: 'celsius' },
      },
    ]);
    expect(model.prompts[0]).toEqual([
      { role: 'system', content: 'You know the weather.' },
      { role: 'user', content: [{ type: 'text', text: "What's the weather in Tokyo?" }] },
    ]);
    expect(results(1)).toEqual(['{"city":"Tokyo","temperature":21}']);
  });

  test('calls of one turn run together and come back in order, whatever happens to one of them', async () => {
    const { state, results } = await play([
      {
        toolCalls: [
          { toolName: 'explode' },
          { toolName: 'get_weather', input: { city: 'Rome' } },
          { toolName: 'none' },
        ],
      },
      { text: 'done' },
    ]);
    expect(state.status).toBe('completed');
    expect(results(1)).toMatchObject([
      'Error: kaboom detail',
      '{"city":"Rome","temperature":21}',
      expect.stringMatching(/^Error: .*none/),
    ]);
  });

  test('arguments that are not JSON, or of a wrong type, never run a tool with defaults', async () => {
    const { results } = await play([
      {
        toolCalls: [
          { toolName: 'wipe', input: '{"what": ' },
          { toolName: 'wipe', input: { what: 7 } },
        ],
      },
      { text: 'sorry' },
    ]);
    expect(wiped).toEqual([]);
    expect(results(1)).toEqual([expect.stringMatching(/^Error: /), expect.stringMatching(/^Error: .*what/)]);
  });

  test('a tool of the run that is not the agent’s own is refused', async () => {
    const { state, results } = await play([call('wipe', { what: 'x' }), { text: 'ok' }], {
      tools: [getWeather],
    });
    expect(wiped).toEqual([]);
    expect(results(1)).toEqual([expect.stringMatching(/^Error: /)]);
    expect(state.status).toBe('completed');
  });

  test('ids that a model uses twice are told apart', async () => {
    const { model } = await play([
      {
        toolCalls: [
          { toolName: 'wipe', input: { what: 'a' }, toolCallId: 'x' },
          { toolName: 'wipe', input: { what: 'b' }, toolCallId: 'x' },
        ],
      },
      { text: 'ok' },
    ]);
    const results = model.prompts[1]!.at(-1)!.content as unknown as { toolCallId: string }[];
    expect(results.map(({ toolCallId }) => toolCallId)).toEqual(['x', 'x-2']);
  });

  test('an agent whose model never ends is stopped after maxSteps, with a name for it', async () => {
    const { state, model } = await play(
      Array.from({ length: 9 }, () => call('get_weather', { city: 'x' })),
      { maxSteps: 3 },
    );
    expect(state).toMatchObject({
      status: 'failed',
      error: { code: 'MODEL_FAILED', details: { reason: 'too_many_turns' } },
    });
    expect(model.prompts).toHaveLength(3);
  });

  test('of 10,000 calls in one turn only the first 128 are made', async () => {
    const toolCalls = Array.from({ length: 10_000 }, (_, index) => ({
      toolName: 'wipe',
      input: { what: `${index}` },
    }));
    const { state, results } = await play([{ toolCalls }, { text: 'phew' }]);
    expect(state.status).toBe('completed');
    expect(wiped).toHaveLength(128);
    expect(results(1)).toHaveLength(10_000);
  });

  test.each<[string, NonNullable<ModelAgentOptions['stopWhen']>]>([
    ['turns', { turns: 1 }],
    ['tokens', { tokens: 15 }],
    ['tools', { toolsUsed: ['get_weather'] }],
    ['texts', { texts: ['let me see'] }],
    ['code', (turns) => turns.length === 1],
  ])('stops by %s', async (_name, stopWhen) => {
    const answer = { toolCalls: [{ toolName: 'get_weather', input: { city: 'x' } }], text: 'let me see' };
    const { state, model } = await play([answer], { stopWhen });
    expect(state).toMatchObject({ status: 'completed', output: 'let me see' });
    expect(model.prompts).toHaveLength(1);
  });

  test('streams, and shows the pieces as they come', async () => {
    const deltas: string[] = [];
    const { state } = await play([call('get_weather', { city: 'x' }), { text: 'warm' }], {
      onDelta: ({ type, text }) => {
        deltas.push(`${type}:${text}`);
        throw new Error('an observer may fail');
      },
    });
    expect(state.output).toBe('warm');
    expect(deltas).toEqual(['text:wa', 'text:rm']);
  });

  test('model calls are events, each message told once', async () => {
    const { events } = await play([call('get_weather', { city: 'x' }), { text: 'warm' }]);
    const told = events.filter(({ type }) => type.startsWith('model.'));
    expect(told).toMatchObject([
      {
        type: 'model.requested',
        requestId: 'helper-1',
        modelId: 'scripted',
        request: { messages: [{ role: 'user' }] },
      },
      {
        type: 'model.responded',
        requestId: 'helper-1',
        response: { finishReason: 'tool-calls', usage: { totalTokens: 15 } },
      },
      {
        type: 'model.requested',
        requestId: 'helper-2',
        request: { messages: [{ role: 'assistant' }, { role: 'tool' }] },
      },
      { type: 'model.responded', requestId: 'helper-2' },
    ]);
  });

  test('a model of specification version 2 works', async () => {
    const model = {
      specificationVersion: 'v2',
      provider: 'old',
      modelId: 'old-1',
      doGenerate: async () => ({
        content: [{ type: 'text', text: 'hi' }],
        finishReason: 'stop',
        usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 },
      }),
      doStream: async () => Promise.reject(new Error('not streamed')),
    };
    const { state } = await play([], { model });
    expect(state.output).toBe('hi');
  });
});

describe('a model that fails', () => {
  test('is asked again after errors that pass, and told apart from tools', async () => {
    const busy = Object.assign(new Error('overloaded'), { statusCode: 529, isRetryable: true });
    const { state, model } = await play([{ error: busy }, { error: busy }, { text: 'now' }]);
    expect(state.output).toBe('now');
    expect(model.prompts).toHaveLength(3);
    const { state: failed, model: once } = await play([
      { error: Object.assign(new Error('bad key'), { statusCode: 401 }) },
    ]);
    expect(failed).toMatchObject({
      status: 'failed',
      error: {
        code: 'MODEL_FAILED',
        message: 'The model "scripted" failed: bad key',
        details: { reason: 'model_error' },
      },
    });
    expect(once.prompts).toHaveLength(1);
  });
});

describe('structured output', () => {
  const outputSchema = z.object({ a: z.number() });

  test('is read from JSON, also in a code fence, and asked for again once', async () => {
    expect((await play([{ text: '```json\n{"a":1}\n```' }], { outputSchema })).state.output).toEqual({
      a: 1,
    });
    const { state, model } = await play([{ text: 'A is one.' }, { text: '{"a":1}' }], { outputSchema });
    expect(state.output).toEqual({ a: 1 });
    expect(model.prompts).toHaveLength(2);
  });

  test('is enforced by the schema', async () => {
    const { state } = await play([{ text: '{"zzz":true}' }, { text: '{"a":"x"}' }], { outputSchema });
    expect(state).toMatchObject({
      status: 'failed',
      error: { code: 'VALIDATION_FAILED', details: { side: 'output' } },
    });
  });
});

test('an agent is declared with either run or model', () => {
  expect(() => agent({ name: 'x', run: () => 1, model: scriptedModel([]) } as never)).toThrow(
    /either run or model/,
  );
  expect(() => agent({ name: 'x', model: {} as never })).toThrow(/language model of the AI SDK/);
});
