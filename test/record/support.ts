import { z } from 'zod';
import { createBroker } from '../../src/broker/broker.ts';
import type { CallResult } from '../../src/broker/call.ts';
import type { Policy } from '../../src/policy/rule.ts';
import { executeFromRecording } from '../../src/record/execute-from-recording.ts';
import { formatRecording } from '../../src/record/recording-file.ts';
import { parseRecording } from '../../src/record/file/parse-recording.ts';
import { createRecorder } from '../../src/record/recorder.ts';
import type { Replayer } from '../../src/record/replayer.ts';
import { tool } from '../../src/tool/define-tool.ts';
import type { Tool } from '../../src/tool/tool.ts';
import type { Trace } from '../../src/trace/trace.ts';
import type { Finding } from '../../src/trace/finding.ts';

export const getCustomer = tool({
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

export const sendMail = tool({
  name: 'sendMail',
  description: 'Sends a mail.',
  inputSchema: z.object({ to: z.email(), text: z.string().default('hello') }),
  outputSchema: z.object({ sent: z.boolean() }),
  sensitiveFieldNames: ['to'],
  execute: () => ({ sent: true }),
});

/** How often `flaky` ran. */
export const attemptCount = { value: 0 };
export const flaky = tool({
  name: 'flaky',
  description: 'Fails once.',
  inputSchema: z.object({ key: z.string() }),
  outputSchema: z.object({ ok: z.boolean(), at: z.coerce.date() }),
  retry: { maxAttempts: 3 },
  execute: (_input, ctx) => {
    attemptCount.value += 1;
    ctx.log('trying', { attempt: ctx.attempt });
    if (ctx.attempt === 1) throw new RangeError('too early');
    return { ok: true, at: 0 };
  },
});

export const broken = tool({
  name: 'broken',
  description: 'Always fails.',
  inputSchema: z.object({}),
  outputSchema: z.object({}),
  execute: () => {
    throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
  },
});

export const tools = [getCustomer, sendMail, flaky, broken] as unknown as Tool[];

export interface Played {
  results: CallResult[];
  trace: Trace;
  findings: Finding[];
}

export type Ask = (toolName: string, input: unknown) => Promise<CallResult>;

export async function play(
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

export function throughFile(trace: Trace): Trace {
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
