import type { Clock } from '../core/clock.ts';
import { PolicyFault } from './truth.ts';

/** Waits for a promise. */
export type Wait = <Value>(promise: Promise<Value>) => Promise<Value>;

/** Waits for a promise at most so long, by a clock that may be virtual; then it rejects with a PolicyFault. */
export function limitedWait(clock: Clock, timeoutMs: number): Wait {
  return (promise) =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => reject(new PolicyFault(`there was no answer within ${timeoutMs}ms`));
      const cancel = clock.setTimer(clock.now() + timeoutMs, giveUp);
      promise.then(resolve, reject).finally(cancel);
    });
}
