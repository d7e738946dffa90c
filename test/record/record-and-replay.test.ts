import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createBroker } from '../../src/broker/broker.ts';
import type { CallResult } from '../../src/broker/call.ts';
import { policy } from '../../src/policy/policy.ts';
import type { Policy } from '../../src/policy/rule.ts';
import { executeFromRecording } from '../../src/record/execute-from-recording.ts';
import { formatRecording } from '../../src/record/recording-file.ts';
import { parseRecording } from '../../src/record/file/parse-recording.ts';
import { createRecorder } from '../../src/record/recorder.ts';
import { createReplayer, type Replayer } from '../../src/record/replayer.ts';
import { tool } from '../../src/tool/define-tool.ts';
import type { Tool } from '../../src/tool/tool.ts';
import { checkOrder } from '../../src/trace/check-order.ts';
import type { Trace } from '../../src/trace/trace.ts';
import type { Finding } from '../../src/trace/finding.ts';

const getCustomer = tool({
  name: 'getCustomer',
  description: 'Finds a customer.',
  inputSchema: z.object({ id: z.string() }),
  outputSchema: z.strictObject({
    email: z.email(),
    pin: z.int().min(1000).max(9999),
    born: z.iso.date(),
    card: z.string().regex(/^\d{4}$/),
    active: z.boolean(),
  }),
  sensitiveFieldNames: ['email', 'pin', 'born', 'card', 'active'],
  execute: () => ({ email: 'ann.lee@shop.test', pin: 4321, born: '1990-04-01', card: '1881', active: true }),
});

const sendMail = tool({
  name: 'sendMail',
  description: 'Sends a mail.',
  inputSchema: z.object({ to: z.email(), text: z.string().default('hello') }),
  outputSchema: z.object({ sent: z.boolean() }),
  sensitiveFieldNames: ['to'],
  execute: () => ({ sent: true }),
});

let attempts = 0;
const flaky = tool({
  name: 'flaky',
  description: 'Fails once.',
  inputSchema: z.object({ key: z.string() }),
  outputSchema: z.object({ ok: z.boolean(), at: z.coerce.date() }),
  retry: { maxAttempts: 3 },
  execute: (_input, ctx) => {
    attempts += 1;
    ctx.log('trying', { attempt: ctx.attempt });
    if (ctx.attempt === 1) throw new RangeError('too early');
    return { ok: true, at: 0 };
  },
});

const broken = tool({
  name: 'broken',
  description: 'Always fails.',
  inputSchema: z.object({}),
  outputSchema: z.object({}),
  execute: () => {
    throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
  },
});

const tools = [getCustomer, sendMail, flaky, broken] as unknown as Tool[];

interface Played {
  results: CallResult[];
  trace: Trace;
  findings: Finding[];
}

type Ask = (toolName: string, input: unknown) => Promise<CallResult>;

async function play(
  story: (ask: Ask) => Promise<CallResult[]>,
  options: { replayer?: Replayer; policies?: Policy[]; tools?: Tool[] } = {},
): Promise<Played> {
  const own = options.tools ?? tools;
  const policies = options.policies ?? [];
  const recorder = createRecorder({ name: 'main', tools: own, policies });
  const broker = createBroker({
    tools: own,
    policies,
    onEvent: (event) => recorder.onEvent(event),
    ...(options.replayer !== undefined && { execute: executeFromRecording(options.replayer) }),
  });
  const results = await story((toolName, input) => broker.call({ toolName, input }));
  return { results, ...recorder.finish() };
}

function throughFile(trace: Trace): Trace {
  const header = {
    format: 'touchstone-recording',
    version: 1,
    spec: 's',
    test: 't',
    complete: true,
    tools: [],
  } as const;
  const text = formatRecording({ header: { ...header, tools: [] }, runs: [trace] });
  return parseRecording(text, 'x.trace.json').runs[0]!;
}

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
    attempts = 0;
    const golden = throughFile(recorded.trace);
    expect(golden).toEqual(recorded.trace);
    const replayer = createReplayer(golden);
    const replayed = await play(story, { replayer });
    expect(attempts).toBe(0);
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

describe('leaks', () => {
  const note = tool({
    name: 'postNote',
    description: 'Posts a note.',
    inputSchema: z.object({ body: z.string() }),
    outputSchema: z.object({ id: z.string() }),
    execute: () => ({ id: 'n-1' }),
  });
  test('a sensitive value in another tool input is scrubbed and reported once, with its places', async () => {
    const { trace, findings } = await play(
      async (ask) => [
        await ask('getCustomer', { id: 'c-1' }),
        await ask('postNote', { body: 'mail ann.lee@shop.test' }),
        await ask('postNote', { body: Buffer.from('ann.lee@shop.test').toString('base64') }),
      ],
      { tools: [...tools, note as unknown as Tool] },
    );
    expect(trace.calls.map(({ input }) => input)).toEqual([
      { id: 'c-1' },
      { body: 'mail [REDACTED:email#1]' },
      { body: '[REDACTED:email/base64#1]Q=' },
    ]);
    expect(findings).toMatchInlineSnapshot(`
      [
        {
          "callId": "broker/postNote#1",
          "evidence": {
            "fieldName": "email",
            "places": [
              {
                "callId": "broker/postNote#1",
                "form": "raw",
                "path": "input.body",
                "toolName": "postNote",
                "where": "input.body of postNote",
              },
              {
                "callId": "broker/postNote#2",
                "form": "base64",
                "path": "input.body",
                "toolName": "postNote",
                "where": "input.body of postNote",
              },
            ],
          },
          "fix": "Keep the value out of input.body of postNote; where it belongs there, name that field in the sensitiveFieldNames of its tool.",
          "id": "bcdab7f7b71ed23c",
          "location": {
            "column": 21,
            "file": "test/record/record-and-replay.test.ts",
            "line": 19,
          },
          "message": "The sensitive field "email" of getCustomer turns up in input.body of postNote and in 1 more place.",
          "ruleId": "leak/sensitive-field",
          "severity": "error",
          "toolName": "getCustomer",
        },
      ]
    `);
  });

  test('the redact rule of a policy hides a field of the calls it matches', async () => {
    const hide = policy({
      name: 'hide-body',
      rules: [
        {
          type: 'redact',
          fieldNames: ['body'],
          when: { field: 'input.body', op: 'matches', value: 'private' },
        },
      ],
    });
    const { trace } = await play(
      async (ask) => [
        await ask('postNote', { body: 'private words' }),
        await ask('postNote', { body: 'public words' }),
      ],
      { tools: [note as unknown as Tool], policies: [hide] },
    );
    expect(trace.calls.map(({ input }) => input)).toEqual([
      { body: '[REDACTED:body#1]' },
      { body: 'public words' },
    ]);
  });

  test('a file in which a secret would stand is not written', async () => {
    const { trace } = await play(async (ask) => [await ask('getCustomer', { id: 'c-1' })]);
    const leaky = { ...trace };
    const events = trace.events.map((event) => ({
      ...event,
      scope: 'for ghp_0123456789abcdefghijABCDEFGHIJ01',
    }));
    expect(() => throughFile({ ...leaky, events: events as Trace['events'] })).toThrow(
      /was not written: what looks like a github-token would stand in "scope" \(line \d+\)/,
    );
  });
});

describe('recording the same behaviour twice', () => {
  test('gives the same bytes in whatever order parallel calls complete', async () => {
    const jobs = fc.array(
      fc.record({
        key: fc.constantFrom('a', 'b', 'c'),
        delay: fc.nat(5),
        tool: fc.constantFrom('read', 'write'),
      }),
      {
        minLength: 2,
        maxLength: 7,
      },
    );
    await fc.assert(
      fc.asyncProperty(jobs, fc.infiniteStream(fc.nat(5)), async (list, delays) => {
        const text = async (delayOf: (index: number) => number): Promise<string> => {
          const timed = ['read', 'write'].map((name) =>
            tool({
              name,
              description: name,
              inputSchema: z.object({ key: z.string() }),
              outputSchema: z.object({ key: z.string(), token: z.string() }),
              execute: async ({ key }) => {
                for (let turn = 0; turn < delayOf(0); turn += 1) await Promise.resolve();
                return { key, token: `t-${key}-${name}-000` };
              },
            }),
          ) as unknown as Tool[];
          const { trace } = await play(
            (ask) => Promise.all(list.map((job) => ask(job.tool, { key: job.key }))),
            { tools: timed },
          );
          return formatRecording({
            header: {
              format: 'touchstone-recording',
              version: 1,
              spec: 's',
              test: 't',
              complete: true,
              tools: [],
            },
            runs: [trace],
          });
        };
        const stream = delays[Symbol.iterator]();
        const random = (): number => stream.next().value as number;
        expect(await text(random)).toBe(await text(random));
      }),
      { numRuns: 60 },
    );
  });
});
