import { AppError } from '../../core/errors.ts';
import type { StepRetry } from '../../tool/steps.ts';
import type { Branch } from './branch.ts';
import type { Frame, StepWork } from './frame.ts';
import { insideStep } from './inside-step.ts';
import { checkKey, readStepId } from '../journal-record.ts';
import { waitOn } from './wait-on.ts';

/** Runs a function as a step: its value or its error is kept; attempts are counted across crashes. */
export function runStep<Value>(
  frame: Frame,
  branch: Branch,
  key: string,
  fn: () => Value | Promise<Value>,
  options: { retry?: StepRetry } = {},
): Promise<Value> {
  checkKey(key);
  if (typeof fn !== 'function') {
    throw new AppError(
      'CONFIG_INVALID',
      `step.run(${JSON.stringify(key)}, …) needs a function; it got a ${typeof fn}.`,
    );
  }
  const retry = options.retry ?? { maxAttempts: 1 };
  const work = (step: StepWork): Promise<unknown> => attempt(frame, step, key, fn, retry);
  return frame.ask(branch, { key, kind: 'step', shown: true, work }) as Promise<Value>;
}

/** A value that is made once and kept: an id, a time, a random number. */
export function makeOnce<Value>(
  frame: Frame,
  branch: Branch,
  kind: 'uuid' | 'now' | 'random',
  key: string,
  make: () => Value,
): Promise<Value> {
  checkKey(key);
  return frame.ask(branch, { key, kind, shown: true, work: async () => make() }) as Promise<Value>;
}

async function attempt(
  frame: Frame,
  { id, tried }: StepWork,
  key: string,
  fn: () => unknown,
  { maxAttempts, backoffMs = 0 }: StepRetry,
): Promise<unknown> {
  const last = tried.at(-1);
  if (last !== undefined) await backOff(frame, id, last.dueAt);
  for (let number = tried.length + 1; ; number += 1) {
    const end = frame.busy();
    try {
      frame.point('step.attempt', id);
      return await insideStep(key, fn);
    } catch (thrown) {
      if (number >= maxAttempts || frame.over) throw thrown;
      const dueAt = frame.clock.now() + backoffMs * 2 ** (number - 1);
      frame.point('step.attempt-failed', id);
      frame.append({
        t: 'tried',
        id,
        attempt: number,
        error: frame.recordOf(thrown),
        ...(backoffMs > 0 && { dueAt }),
      });
      await frame.commit();
      frame.point('step.backing-off', id);
      end();
      await backOff(frame, id, backoffMs > 0 ? dueAt : undefined);
    } finally {
      end();
    }
  }
}

function backOff(frame: Frame, id: string, dueAt: number | undefined): Promise<void> {
  if (dueAt === undefined || frame.clock.now() >= dueAt) return Promise.resolve();
  const { scope, key } = readStepId(id);
  return waitOn(frame, id, {
    kind: 'timer',
    scope,
    key,
    dueAt,
    standing: () => 'inside',
    look: () => undefined,
    onDue: () => undefined,
  });
}
