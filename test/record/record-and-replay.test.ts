import { describe, expect, test } from 'vitest';
import type { CallResult } from '../../src/broker/call.ts';
import { createReplayer } from '../../src/record/replayer.ts';
import type { Tool } from '../../src/tool/tool.ts';
import { checkOrder } from '../../src/trace/check-order.ts';
import { attemptCount, play, sendMail, throughFile, type Ask } from './support.ts';

const story = async (ask: Ask): Promise<CallResult[]> => {
  const customer = await ask('getCustomer', { id: 'c-1' });
  const email = customer.status === 'succeeded' ? (customer.output as { email: string }).email : '';
  return [
    customer,
    await ask('sendMail', { to: email }),
    await ask('flaky', { key: 'k' }),
    await ask('broken', {}),
    await ask('sendMail', { to: 'nobody' }),
  ];
};

describe('a recorded run', () => {
  test('holds no sensitive value and a legal order of events', async () => {
    const { trace, findings } = await play(story);
    const text = JSON.stringify(trace);
    for (const secret of ['ann.lee', '4321', '1990', '1881']) expect(text).not.toContain(secret);
    expect(checkOrder(trace.events)).toEqual([]);
    expect(findings).toEqual([]);
    expect(trace.calls[0]!.output).toEqual({
      email: '[REDACTED:email#1]',
      pin: '[REDACTED:pin#1]',
      born: '[REDACTED:born#1]',
      card: '[REDACTED:card#1]',
      active: '[REDACTED:active#1]',
    });
    expect(trace.calls[1]!.input).toEqual({ to: '[REDACTED:email#1]', text: 'hello' });
  });

  test('replays from its file without the tools, attempts, failures and logs as they happened', async () => {
    const recorded = await play(story);
    attemptCount.value = 0;
    const golden = throughFile(recorded.trace);
    expect(golden).toEqual(recorded.trace);
    const replayer = createReplayer(golden);
    const replayed = await play(story, { replayer });
    expect(attemptCount.value).toBe(0);
    expect(replayer.misses).toEqual([]);
    expect(replayer.unused()).toEqual([]);
    expect(replayed.trace).toEqual(recorded.trace);
    expect(replayed.results.map(({ status }) => status)).toEqual(
      recorded.results.map(({ status }) => status),
    );
    expect(replayed.results[2]).toEqual(recorded.results[2]);
    expect(replayed.results[0]).toMatchObject({
      output: { email: 'redacted-1@example.com', pin: 1001, born: '2001-01-01', card: '0001', active: true },
    });
  });

  test('a call with other arguments is a miss that names the nearest call and the difference', async () => {
    const recorded = await play(story);
    const replayer = createReplayer(recorded.trace);
    const { results } = await play(
      (ask) => Promise.all([ask('flaky', { key: 'other' }), ask('sendMail', { to: 'x@y.zz', text: 'bye' })]),
      { replayer },
    );
    expect(results).toMatchObject([
      { status: 'failed', error: { code: 'REPLAY_MISMATCH' } },
      { status: 'failed', error: { code: 'REPLAY_MISMATCH' } },
    ]);
    expect(replayer.misses.map(({ message }) => message)).toMatchInlineSnapshot(`
      [
        "No recorded call of flaky in broker has this input; the nearest, broker/flaky#1, differs in input.key (recorded "k", asked "other"); no tool was executed; if that is wanted, see what it does now: npx touchstone record",
        "No recorded call of sendMail in broker has this input; the nearest, broker/sendMail#1, differs in input.text (recorded "hello", asked "bye"); no tool was executed; if that is wanted, see what it does now: npx touchstone record",
      ]
    `);
    expect(replayer.misses.map(({ differences }) => differences)).toMatchInlineSnapshot(`
      [
        [
          {
            "asked": "other",
            "path": "input.key",
            "recorded": "k",
          },
        ],
        [
          {
            "asked": "bye",
            "path": "input.text",
            "recorded": "hello",
          },
        ],
      ]
    `);
  });

  test('a call more often than recorded, and of a tool that was never called, is a miss', async () => {
    const recorded = await play(async (ask) => [await ask('flaky', { key: 'k' })]);
    const replayer = createReplayer(recorded.trace);
    await play(
      async (ask) => [
        await ask('flaky', { key: 'k' }),
        await ask('flaky', { key: 'k' }),
        await ask('broken', {}),
      ],
      { replayer },
    );
    expect(replayer.misses.map(({ message }) => message)).toMatchInlineSnapshot(`
      [
        "The call of flaky in broker with this input is made more often than the one time it was recorded (last broker/flaky#1); no tool was executed; if that is wanted, see what it does now: npx touchstone record",
        "The tool broken was called in broker, but the recording holds calls of flaky and none of it; no tool was executed; if that is wanted, see what it does now: npx touchstone record",
      ]
    `);
  });

  test('two values that are swapped do not match', async () => {
    const write: Tool = sendMail as unknown as Tool;
    const recorded = await play(
      async (ask) => [
        await ask('sendMail', { to: 'first@mail.test', text: 'to first@mail.test' }),
        await ask('sendMail', { to: 'second@mail.test', text: 'to second@mail.test' }),
      ],
      { tools: [write] },
    );
    const renamed = createReplayer(recorded.trace);
    expect(
      renamed.next({ toolName: 'sendMail', input: { to: 'one@mail.test', text: 'to one@mail.test' } }).status,
    ).toBe('hit');
    expect(
      renamed.next({ toolName: 'sendMail', input: { to: 'two@mail.test', text: 'to two@mail.test' } }).status,
    ).toBe('hit');
    const swapped = createReplayer(recorded.trace);
    expect(
      swapped.next({ toolName: 'sendMail', input: { to: 'one@mail.test', text: 'to two@mail.test' } }).status,
    ).toBe('miss');
  });
});
