import { expect, test } from 'vitest';
import { z } from 'zod';
import { findSchemaDrift } from '../../src/detect/schema-drift.ts';
import { describeTools } from '../../src/record/describe-tools.ts';
import { tool } from '../../src/tool/define-tool.ts';
import type { Tool } from '../../src/tool/tool.ts';
import { buildTrace } from '../../src/trace/build-trace.ts';
import type { Recording } from '../../src/trace/recording.ts';

const mail = (inputSchema: z.ZodType): Tool =>
  tool({
    name: 'mail',
    description: 'Sends mail to a customer.',
    inputSchema,
    outputSchema: z.object({ sent: z.boolean() }),
    execute: () => ({ sent: true }),
  }) as Tool;

function recordingOf(recorded: Tool, input: unknown): Recording {
  const call = { callId: 'w/mail#1', toolName: 'mail', scope: 'w' };
  return {
    header: {
      format: 'touchstone-recording',
      version: 1,
      spec: 's',
      test: 't',
      complete: true,
      tools: describeTools([recorded]),
    },
    runs: [
      buildTrace('main', [
        { seq: 1, type: 'tool.requested', ...call, stepIndex: 0, input },
        { seq: 2, type: 'tool.allowed', ...call, parsedInput: 'what parsing made of it' },
        { seq: 3, type: 'tool.succeeded', ...call, output: { sent: true } },
      ]),
    ],
  };
}

const drift = async (recorded: z.ZodType, today: z.ZodType, input: unknown) =>
  (await findSchemaDrift(recordingOf(mail(recorded), input), new Map([['mail', mail(today)]]))).map(
    ({ severity, message }) => ({ severity, message }),
  );

test('the same schema, written anew, has not drifted', async () => {
  expect(await drift(z.object({ to: z.string() }), z.object({ to: z.string() }), { to: 'a' })).toEqual([]);
});

test('a recorded input that is refused today is an error with its place', async () => {
  expect(await drift(z.object({ to: z.string() }), z.object({ to: z.email() }), { to: 'ada' })).toEqual([
    {
      severity: 'error',
      message: 'A recorded call of mail no longer fits its input schema: input.to Invalid email address',
    },
  ]);
});

test('a change that every recorded value survives is information', async () => {
  expect(
    await drift(z.object({ to: z.string() }), z.object({ to: z.string(), cc: z.string().optional() }), {
      to: 'a',
    }),
  ).toEqual([
    {
      severity: 'info',
      message: 'The input schema of mail changed since it was recorded; every recorded value still fits.',
    },
  ]);
});

test('a redacted value is not judged by what its placeholder looks like', async () => {
  const [finding] = await drift(z.object({ to: z.string() }), z.object({ to: z.email() }), {
    to: '[REDACTED:to#1]',
  });
  expect(finding?.severity).toBe('info');
});

test('a tool that the project no longer has is left to others', async () => {
  expect(await findSchemaDrift(recordingOf(mail(z.object({})), {}), new Map())).toEqual([]);
});
