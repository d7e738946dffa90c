import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { policy } from '../../src/policy/policy.ts';
import { formatRecording } from '../../src/record/recording-file.ts';
import { tool } from '../../src/tool/define-tool.ts';
import type { Tool } from '../../src/tool/tool.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { play, throughFile, tools } from './support.ts';

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
            "column": 28,
            "file": "test/record/support.ts",
            "line": 15,
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
