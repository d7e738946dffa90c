import { describe, expect, test } from 'vitest';
import { call, play, resultsOf, wiped } from './play.ts';

describe('approvals in the loop', () => {
  test('a rejection with feedback goes back to the model, which tries another way', async () => {
    const { state, engine, model } = await play([
      call('send_email', { to: 'all@example.com' }),
      call('send_email', { to: 'boss@example.com' }),
      { text: 'Only the boss was told.' },
    ]);
    expect(state).toMatchObject({
      status: 'awaiting_approval',
      approvals: [{ status: 'pending', toolName: 'send_email' }],
    });
    const [first] = state.approvals;
    const second = await engine.resumeRun(state.runId, {
      decisions: { [first!.approvalId]: { decision: 'reject', note: 'ask boss' } },
    });
    expect(second.status).toBe('awaiting_approval');
    expect(resultsOf(model.prompts[1])).toEqual([
      'Error: Tool "send_email" was rejected by the user. Feedback: ask boss',
    ]);
    const open = second.approvals.find(({ status }) => status === 'pending');
    const last = await engine.resumeRun(state.runId, { decisions: { [open!.approvalId]: 'approve' } });
    expect(last).toMatchObject({ status: 'completed', output: 'Only the boss was told.' });
    expect(last.toolCalls.map(({ status }) => status)).toEqual(['rejected', 'succeeded']);
    expect(model.prompts).toHaveLength(3);
  });

  test('two at once are asked together and decided one by one', async () => {
    const both = { toolCalls: ['a@x', 'b@x'].map((to) => ({ toolName: 'send_email', input: { to } })) };
    const { state, engine, model } = await play([both, { text: 'ok' }]);
    expect(state.approvals).toHaveLength(2);
    const decisions = {
      [state.approvals[0]!.approvalId]: 'approve',
      [state.approvals[1]!.approvalId]: 'reject',
    } as const;
    const done = await engine.resumeRun(state.runId, { decisions });
    expect(done.status).toBe('completed');
    expect(resultsOf(model.prompts[1])).toEqual([
      '{"status":"sent"}',
      'Error: Tool "send_email" was rejected by the user.',
    ]);
  });
});

describe('hooks and guardrails', () => {
  test('a guardrail that asks for a retry really asks the model again, with its feedback', async () => {
    const { state, model } = await play([{ text: 'My secret is 42' }, { text: 'I say nothing.' }], {
      guardrails: [
        {
          name: 'no-secrets',
          check: ({ text }) => (text.includes('secret') ? { retry: 'Say nothing secret.' } : undefined),
        },
      ],
    });
    expect(state.output).toBe('I say nothing.');
    expect(model.prompts[1]!.at(-1)).toMatchObject({
      role: 'user',
      content: [{ text: 'Say nothing secret.' }],
    });
    expect(JSON.stringify(model.prompts[1])).not.toContain('42');
  });

  test('a guardrail judges every answer, gives up after its retries, and can fail at once', async () => {
    const check = ({ text }: { text: string }) => (text === 'bad' ? { retry: 'No.' } : undefined);
    const { state, model } = await play([{ text: 'bad' }, { text: 'bad' }, { text: 'bad' }], {
      guardrails: [{ name: 'strict', check }],
    });
    expect(state.error).toMatchObject({ code: 'MODEL_FAILED', details: { reason: 'guardrail' } });
    expect(model.prompts).toHaveLength(3);
    const failing = await play([call('get_weather', { city: 'x' }), { text: 'second' }], {
      guardrails: [{ name: 'g', check: ({ text }) => (text === 'second' ? { fail: 'seen' } : undefined) }],
    });
    expect(failing.state.error?.message).toBe('Guardrail "g" failed the answer: seen');
  });

  test('a text that a guardrail changed is what goes on into the conversation', async () => {
    const { state, model } = await play(
      [
        { text: 'ssn 123', toolCalls: [{ toolName: 'get_weather', input: { city: 'x' } }] },
        { text: 'ssn 123' },
      ],
      { guardrails: [{ name: 'mask', check: ({ text }) => ({ text: text.replace('123', '***') }) }] },
    );
    expect(state.output).toBe('ssn ***');
    expect(JSON.stringify(model.prompts[1])).not.toContain('123');
  });

  test('hooks change an input, answer in place of a tool, change a result, and stop', async () => {
    const { state, results } = await play(
      [{ toolCalls: [{ toolName: 'wipe', input: { what: 'a' } }, { toolName: 'explode' }] }, { text: 'ok' }],
      {
        hooks: {
          beforeTool: ({ toolName }) =>
            toolName === 'wipe' ? { input: { what: 'b' } } : { answer: 'not today' },
          afterTool: ({ result }) => ({ answer: `${result.status}!` }),
        },
      },
    );
    expect(wiped).toEqual(['b']);
    expect(results(1)).toEqual(['succeeded!', 'not today']);
    expect(state.steps.filter(({ key }) => key.startsWith('hook')).length).toBe(3);
    const stopped = await play([{ text: 'x' }], { hooks: { beforeModel: () => ({ stop: 'too late' }) } });
    expect(stopped.state.error).toMatchObject({
      code: 'MODEL_FAILED',
      message: 'Agent "helper" was stopped: too late',
    });
  });
});
