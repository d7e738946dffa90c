import { describe, expect, test } from 'vitest';
import { virtualClock } from '../../src/core/clock.ts';
import { createEngine } from '../../src/runtime/create-engine.ts';
import { crashingStore } from './crashing-store.ts';
import { program, turns } from './run-flow.ts';

describe('step.run', () => {
  test('a value and an error are the same on the first run and when the run goes on', async () => {
    const seen: unknown[] = [];
    let executions = 0;
    const flow = program(async ({ step }) => {
      const value = await step.run('value', () => {
        executions += 1;
        return { at: new Date(0), map: new Map([[1, undefined]]), big: 7n, none: undefined, zero: -0 };
      });
      const error = await step
        .run('error', () => {
          executions += 1;
          throw Object.assign(new RangeError('too far'), { code: 'E_FAR' });
        })
        .catch((thrown: Error & { code?: string }) => [thrown.name, thrown.message, thrown.code]);
      seen.push([value, error]);
      await step.suspend('answer');
      return 'done';
    });
    const engine = createEngine();
    const waiting = await engine.run(flow);
    expect(waiting).toMatchObject({ status: 'waiting', waits: [{ kind: 'suspend', key: 'answer' }] });
    await engine.sendEvent({ topic: 'answer', runId: waiting.runId });
    expect((await engine.resumeRun(waiting.runId)).status).toBe('completed');
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[0]).toEqual([
      { at: new Date(0), map: new Map([[1, undefined]]), big: 7n, none: undefined, zero: -0 },
      ['RangeError', 'too far', 'E_FAR'],
    ]);
    expect(executions).toBe(2);
  });

  test('the attempts before a crash count', async () => {
    const { connect } = crashingStore();
    const first = connect();
    const clock = virtualClock();
    let attempts = 0;
    const flow = program(({ step }) =>
      step.run(
        'flaky',
        () => {
          attempts += 1;
          throw new Error(`attempt ${attempts}`);
        },
        { retry: { maxAttempts: 3, backoffMs: 1_000 } },
      ),
    );
    const before = createEngine({ store: first.store, clock, workflows: [flow] });
    await before.start(flow, undefined, { runId: 'r' });
    await turns(10);
    expect(attempts).toBe(1);
    await clock.advance(1_000);
    expect(attempts).toBe(2);
    await turns(10);
    first.crash();
    const later = virtualClock(clock.now());
    const after = createEngine({ store: connect().store, clock: later, workflows: [flow] });
    expect(await after.recover()).toEqual(['r']);
    const done = after.resumeRun('r');
    await turns(10);
    await later.advance(1_999);
    expect(attempts).toBe(2);
    await later.advance(1);
    expect(await done).toMatchObject({ status: 'failed', error: { message: 'attempt 3' } });
    expect(attempts).toBe(3);
  });

  test('a durable operation inside a step is refused', async () => {
    const flow = program(({ step }) => step.run('outer', () => step.suspend('inner')));
    expect(await createEngine().run(flow)).toMatchObject({
      status: 'failed',
      error: {
        code: 'CONFIG_INVALID',
        message: expect.stringContaining('inside the function of step "outer"'),
      },
    });
  });

  test('a value that cannot be kept fails the step with its path', async () => {
    const flow = program(({ step }) => step.run('bad', () => ({ list: [() => 1] }) as unknown));
    expect(await createEngine().run(flow)).toMatchObject({
      error: { code: 'VALIDATION_FAILED', message: 'a function cannot be stored (at list[0]).' },
    });
  });

  test('a value over the limit fails the step', async () => {
    const flow = program(({ step }) => step.run('big', () => 'x'.repeat(101)));
    expect(await createEngine({ maxValueLength: 100 }).run(flow)).toMatchObject({
      status: 'failed',
      error: { code: 'VALIDATION_FAILED', details: { length: 103, maxLength: 100 } },
    });
  });
});

describe('recovery', () => {
  test('parallel steps recover in any order, races end as they ended, and nothing runs twice', async () => {
    const { connect } = crashingStore();
    const runs: string[] = [];
    const outcomes: unknown[] = [];
    const flow = program(async ({ step }) => {
      const named = (name: string, waits: number) =>
        step.run(name, async () => {
          runs.push(name);
          await turns(waits);
          return name;
        });
      const slow = named('slow', 9);
      const fast = named('fast', 1);
      const winner = await Promise.race([slow, fast]);
      const all = await Promise.all([slow, fast, named(`after-${winner}`, 3)]);
      outcomes.push([winner, all]);
      await step.suspend('end');
      return all;
    });
    const first = connect();
    const engine = createEngine({ store: first.store });
    await engine.run(flow, undefined, { runId: 'r' });
    first.crash();
    const again = createEngine({ store: connect().store, workflows: [flow] });
    await again.sendEvent({ topic: 'end', runId: 'r' });
    expect(await again.resumeRun('r')).toMatchObject({
      status: 'completed',
      output: ['slow', 'fast', 'after-fast'],
    });
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(runs).toEqual(['slow', 'fast', 'after-fast']);
  });

  test('code that was changed is a divergence that names both sides, and the old code can still go on', async () => {
    const { connect } = crashingStore();
    const make = (key: string) =>
      program(async ({ step }) => {
        await step.run(key, () => 1);
        await step.suspend('wait');
        return key;
      });
    const first = createEngine({ store: connect().store });
    await first.run(make('charge'), undefined, { runId: 'r' });
    const changed = createEngine({ store: connect().store, workflows: [make('pay')], graceMs: 5 });
    await changed.sendEvent({ topic: 'wait', runId: 'r' });
    expect(await changed.resumeRun('r')).toMatchObject({
      status: 'diverged',
      error: {
        code: 'NON_DETERMINISM',
        details: { recorded: 'step "charge" in flow', asked: 'step "pay" in flow' },
      },
    });
    const old = createEngine({ store: connect().store, workflows: [make('charge')] });
    expect(await old.resumeRun('r')).toMatchObject({ status: 'completed', output: 'charge' });
  });

  test('one key for two kinds of step is a divergence', async () => {
    const flow = program(async ({ step }) => {
      await step.run('k', () => 1);
      await step.uuid('k');
    });
    expect(await createEngine().run(flow)).toMatchObject({
      status: 'diverged',
      error: { details: { recorded: 'step "k" in flow', asked: 'uuid "k#2" in flow' } },
    });
  });

  test('a step that the new code left out is a divergence at the end of the function', async () => {
    const { connect } = crashingStore();
    const make = (both: boolean) =>
      program(async ({ step }) => {
        await step.suspend('wait');
        if (both) await step.run('second', () => 1);
        if (both) await step.suspend('again');
      });
    const first = createEngine({ store: connect().store, workflows: [make(true)] });
    await first.run(make(true), undefined, { runId: 'r' });
    await first.sendEvent({ topic: 'wait', runId: 'r' });
    expect((await first.resumeRun('r')).status).toBe('waiting');
    const changed = createEngine({ store: connect().store, workflows: [make(false)], graceMs: 5 });
    await changed.sendEvent({ topic: 'again', runId: 'r' });
    expect(await changed.resumeRun('r')).toMatchObject({
      status: 'diverged',
      error: { details: { recorded: 'step "second" in flow', asked: 'the end of the function' } },
    });
  });

  test('a branch that awaits what is no step raises no false alarm', async () => {
    const { connect } = crashingStore();
    const runs: string[] = [];
    const flow = program(async ({ step }) => {
      const branch = async (name: string, waits: number): Promise<void> => {
        await turns(waits);
        await step.run(`${name}-1`, () => runs.push(`${name}-1`));
        await turns(waits);
        await step.run(`${name}-2`, () => runs.push(`${name}-2`));
      };
      await Promise.all([branch('a', 0), branch('b', 40)]);
      await step.suspend('end');
      await step.run('last', () => runs.push('last'));
    });
    await createEngine({ store: connect().store }).run(flow, undefined, { runId: 'r' });
    const again = createEngine({ store: connect().store, workflows: [flow], graceMs: 50 });
    await again.sendEvent({ topic: 'end', runId: 'r' });
    expect((await again.resumeRun('r')).status).toBe('completed');
    expect(runs).toEqual(['a-1', 'a-2', 'b-1', 'b-2', 'last']);
  });

  test('try and catch around a wait does not swallow it', async () => {
    let caught = 0;
    const flow = program(async ({ step }) => {
      try {
        return await step.suspend('answer');
      } catch {
        caught += 1;
        return 'caught';
      }
    });
    const engine = createEngine();
    const { runId, status } = await engine.run(flow);
    expect(status).toBe('waiting');
    await engine.sendEvent({ topic: 'answer', runId, data: 42 });
    expect(await engine.resumeRun(runId)).toMatchObject({ status: 'completed', output: 42 });
    expect(caught).toBe(0);
  });
});
