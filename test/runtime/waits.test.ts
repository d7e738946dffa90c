import { describe, expect, test } from 'vitest';
import { virtualClock } from '../../src/core/clock.ts';
import { createEngine } from '../../src/runtime/create-engine.ts';
import { crashingStore } from './crashing-store.ts';
import { program, turns } from './run-flow.ts';

describe('waits', () => {
  test('a wait of fifty days is over after fifty days, also over a crash', async () => {
    const { connect } = crashingStore();
    const clock = virtualClock();
    const flow = program(async ({ step }) => {
      await step.waitFor('long', { days: 50 });
      return step.now('then');
    });
    const first = connect();
    const before = createEngine({ store: first.store, clock });
    await before.start(flow, undefined, { runId: 'r' });
    await turns(10);
    expect((await before.getRun('r')).status).toBe('waiting');
    await clock.advance(30 * 86_400_000);
    first.crash();
    const after = createEngine({ store: connect().store, clock, workflows: [flow] });
    await after.recover();
    const done = after.resumeRun('r');
    await clock.advance(20 * 86_400_000 - 1);
    expect((await after.getRun('r')).status).toBe('waiting');
    await clock.advance(1);
    await turns(20);
    expect(await done).toMatchObject({ status: 'completed', output: Date.UTC(2026, 0, 1) + 50 * 86_400_000 });
  });

  test('an event counts before and after the wait, once, and never for the run that sent it', async () => {
    const flow = program(async ({ step }) => {
      await step.sendEvent('own', { topic: 'news', data: 'mine' });
      await step.suspend('ready');
      const first = await step.waitForEvent('first', { topic: 'news' });
      const second = await step.waitForEvent('second', { topic: 'news' });
      return [first.data, second.data];
    });
    const engine = createEngine();
    const { runId } = await engine.run(flow);
    await engine.sendEvent({ topic: 'news', data: 1, eventId: 'e-1' });
    await engine.sendEvent({ topic: 'news', data: 'again', eventId: 'e-1' });
    await engine.sendEvent({ topic: 'ready', runId });
    expect((await engine.resumeRun(runId)).status).toBe('waiting');
    await engine.sendEvent({ topic: 'news', data: 2 });
    expect(await engine.resumeRun(runId)).toMatchObject({ status: 'completed', output: [1, 2] });
  });

  test('an event that does not come in time is an error that is kept', async () => {
    const clock = virtualClock();
    const flow = program(({ step }) => step.waitForEvent('news', { topic: 'news', timeoutMs: 60_000 }));
    const engine = createEngine({ clock });
    const { runId } = await engine.run(flow);
    await clock.advance(60_000);
    await turns(20);
    expect(await engine.getRun(runId)).toMatchObject({
      status: 'failed',
      error: {
        code: 'WAIT_TIMED_OUT',
        message: 'No event on topic "news" came within 60000ms (step "news").',
      },
    });
  });

  test('a wait for nothing is refused', async () => {
    const flow = program(({ step }) => step.waitFor('none', { seconds: 0 }));
    expect(await createEngine().run(flow)).toMatchObject({
      status: 'failed',
      error: { code: 'CONFIG_INVALID' },
    });
  });
});

describe('children', () => {
  const child = program(async ({ step }, input) => {
    await step.run('work', () => 1);
    if (input === 'bad') throw new Error('child broke');
    return `child of ${String(input)}`;
  }, 'child');

  test('a child gives its output, and its error where it fails', async () => {
    const parent = program(async ({ step }) => [
      await step.invokeAndWait('good', child, 'good'),
      await step.invokeAndWait('bad', child, 'bad').catch((thrown: Error) => thrown.message),
      (
        await step.batchInvokeAndWait('both', [
          { target: child, input: 'a' },
          { target: child, input: 'bad' },
        ])
      ).map(({ status }) => status),
    ]);
    const engine = createEngine();
    const run = await engine.run(parent, undefined, { runId: 'p' });
    expect(run).toMatchObject({
      status: 'completed',
      output: ['child of good', 'child broke', ['completed', 'failed']],
    });
    const runs = await engine.listRuns();
    expect(runs.filter(({ parentId }) => parentId === 'p')).toHaveLength(4);
  });

  test('cancelling a run cancels its children', async () => {
    const asks = program(({ step }) => step.suspend('never'), 'asks');
    const parent = program(({ step }) => step.invokeAndWait('child', asks, undefined));
    const engine = createEngine();
    const run = await engine.run(parent, undefined, { runId: 'p' });
    expect(run.status).toBe('waiting');
    expect((await engine.cancelRun('p', 'no longer needed')).status).toBe('cancelled');
    expect((await engine.listRuns()).map(({ name, status }) => [name, status])).toEqual(
      expect.arrayContaining([
        ['flow', 'cancelled'],
        ['asks', 'cancelled'],
      ]),
    );
    expect((await engine.cancelRun('p')).status).toBe('cancelled');
    await expect(engine.resumeRun('p')).rejects.toMatchObject({ code: 'RUN_NOT_RESUMABLE' });
  });

  test('a child that ended while its parent was gone brings the parent back', async () => {
    const { connect } = crashingStore();
    const asks = program(({ step }) => step.suspend('question'), 'asks');
    const parent = program(({ step }) => step.invokeAndWait('child', asks, undefined));
    const first = connect();
    await createEngine({ store: first.store }).run(parent, undefined, { runId: 'p' });
    first.crash();
    const again = createEngine({ store: connect().store, workflows: [parent, asks] });
    const [childRun] = (await again.listRuns()).filter(({ name }) => name === 'asks');
    await again.sendEvent({ topic: 'question', runId: childRun!.runId, data: 'yes' });
    await again.resumeRun(childRun!.runId);
    await turns(20);
    expect(await again.getRun('p')).toMatchObject({ status: 'completed', output: 'yes' });
  });
});
