import type { Clock } from '../../core/clock.ts';

/** The time limit of one attempt. Time in which the attempt waits for something durable does not count. */
export interface AttemptTimer {
  /** Stops counting; the returned function goes on. Pauses may overlap. */
  pause(): () => void;
  stop(): void;
}

/** Starts to count; `onTimeout` is called once when the time is used up. */
export function startAttemptTimer(clock: Clock, timeoutMs: number, onTimeout: () => void): AttemptTimer {
  let leftMs = timeoutMs;
  let sinceMs = clock.now();
  let pauses = 0;
  let stopped = false;
  let cancel = clock.setTimer(sinceMs + leftMs, onTimeout);
  return {
    pause() {
      pauses += 1;
      if (pauses === 1) {
        cancel();
        leftMs -= clock.now() - sinceMs;
      }
      let over = false;
      return () => {
        if (over) return;
        over = true;
        pauses -= 1;
        if (pauses > 0 || stopped) return;
        sinceMs = clock.now();
        cancel = clock.setTimer(sinceMs + leftMs, onTimeout);
      };
    },
    stop() {
      stopped = true;
      cancel();
    },
  };
}
