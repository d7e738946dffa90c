import { expect, test } from 'vitest';
import { z } from 'zod';
import { createEngine } from '../../src/runtime/create-engine.ts';
import type { OnUnknownOutcome } from '../../src/runtime/engine.ts';
import { tool } from '../../src/tool/define-tool.ts';
import type { ToolContext } from '../../src/tool/context.ts';
import type { TraceEvent } from '../../src/trace/events.ts';
import { crashingStore } from './crashing-store.ts';
import { turns } from './run-flow.ts';

const makeTool = (execute: (ctx: ToolContext) => unknown, more: object = {}) =>
  tool({
    name: 'work',
    description: 'Works.',
    inputSchema: z.object({}),
    outputSchema: z.unknown(),
    execute: (_input, ctx) => execute(ctx),
    ...more,
  });

test('a later attempt runs from the first line, but steps that an earlier one completed are not done again', async () => {
  const done: string[] = [];
  const keys = new Set<string>();
  const work = makeTool(
    async ({ step, attempt, idempotencyKey }) => {
      keys.add(idempotencyKey);
      await step.run('reserve', () => done.push('reserve'));
      await step.run('charge', () => {
        done.push(`charge ${attempt}`);
        if (attempt === 1) throw new Error('declined');
      });
      await step.waitFor('settle', { seconds: 0.01 });
      return attempt;
    },
    { retry: { maxAttempts: 2 }, timeoutMs: 5_000 },
  );
  expect(await createEngine().run(work, {})).toMatchObject({ status: 'completed', output: 2 });
  expect(done).toEqual(['reserve', 'charge 1', 'charge 2']);
  expect(keys.size).toBe(1);
});

test('a key that a tool uses twice is two steps, also where it asks for ctx.step each time', async () => {
  const work = makeTool(async (ctx) => [
    await ctx.step.run('k', () => 'first'),
    await ctx.step.run('k', () => 'second'),
  ]);
  expect(await createEngine().run(work, {})).toMatchObject({ output: ['first', 'second'] });
});

test('a tool that waits for an answer goes on in the same attempt, its completed steps answered from the journal', async () => {
  const { connect } = crashingStore();
  const done: string[] = [];
  const attempts: number[] = [];
  const work = makeTool(async ({ step, attempt }) => {
    attempts.push(attempt);
    await step.run('ask', () => done.push('ask'));
    return step.suspend('answer');
  });
  await createEngine({ store: connect().store }).run(work, {}, { runId: 'r' });
  const again = createEngine({ store: connect().store, tools: [work], onUnknownOutcome: 'fail' });
  await again.sendEvent({ topic: 'answer', runId: 'r', data: 'yes' });
  await turns(30);
  expect(await again.getRun('r')).toMatchObject({ status: 'completed', output: 'yes' });
  expect([done, attempts]).toEqual([['ask'], [1, 1]]);
});

/** Runs a tool until its effect has happened, cuts the process off, and goes on in another. */
async function crashInEffect(onUnknownOutcome: OnUnknownOutcome, annotations: object = {}) {
  const { connect } = crashingStore();
  const first = connect();
  const effects: string[] = [];
  let hang = true;
  const work = makeTool(
    ({ idempotencyKey }) => {
      effects.push(idempotencyKey);
      return hang ? new Promise(() => undefined) : 'done';
    },
    { annotations },
  );
  await createEngine({ store: first.store }).start(work, {}, { runId: 'r' });
  await turns(20);
  first.crash();
  hang = false;
  const events: TraceEvent[] = [];
  const hooks = { onEvent: (_run: unknown, event: TraceEvent) => void events.push(event) };
  const engine = createEngine({ store: connect().store, tools: [work], onUnknownOutcome, hooks });
  await engine.recover();
  return { engine, effects, events, run: await engine.resumeRun('r') };
}

test('a call that was cut off is made again under the same key, and told like a straight one', async () => {
  const { run, effects, events } = await crashInEffect('retry');
  expect(run).toMatchObject({
    status: 'completed',
    output: 'done',
    toolCalls: [{ attempts: [{ attempt: 1 }] }],
  });
  expect([effects.length, new Set(effects).size]).toEqual([2, 1]);
  expect(events.map(({ type }) => type)).toEqual([
    'run.started',
    'tool.requested',
    'tool.allowed',
    'tool.attempt_started',
    'tool.succeeded',
    'run.completed',
  ]);
});

test('with onUnknownOutcome fail it is not made again, unless the tool says that it may be', async () => {
  const { run, effects } = await crashInEffect('fail');
  expect(run).toMatchObject({ status: 'failed', error: { code: 'OUTCOME_UNKNOWN' } });
  expect(effects).toHaveLength(1);
  const idempotent = await crashInEffect('fail', { idempotentHint: true });
  expect(idempotent.run.status).toBe('completed');
  expect(idempotent.effects).toHaveLength(2);
});

test('with onUnknownOutcome ask a person decides whether it is made again', async () => {
  const { engine, run, effects } = await crashInEffect('ask');
  expect(run).toMatchObject({
    status: 'awaiting_approval',
    approvals: [{ reasons: [expect.stringContaining('may have had its effect already')] }],
  });
  expect(effects).toHaveLength(1);
  const { approvalId } = run.approvals[0]!;
  expect(await engine.resumeRun('r', { decisions: { [approvalId]: 'approve' } })).toMatchObject({
    status: 'completed',
    output: 'done',
  });
  expect(effects).toHaveLength(2);
});
