/** Where durable code reads time and sets timers. Milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /**
   * Calls `callback` once when `now()` has reached `atMs`; the returned function takes it back. A timer in the background
   * does not keep the process alive.
   */
  setTimer(atMs: number, callback: () => void, options?: { background?: boolean }): () => void;
}

/** A clock whose time moves only when it is told to; timers fire in order of their due time. */
export interface VirtualClock extends Clock {
  /** Moves time forward and fires, one after the other, every timer that falls due on the way. */
  advance(ms: number): Promise<void>;
  /** Sets time to any moment, also an earlier one; timers that fall due fire. */
  set(nowMs: number): Promise<void>;
  /** The due times of the timers that wait, earliest first. */
  timers(): number[];
}

// setTimeout counts in 32 bits; longer waits are made of several.
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/** The clock of the machine. Its timers may be longer than 2^31 ms and follow a system clock that was set. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer(atMs, callback, options) {
    let handle: NodeJS.Timeout;
    const arm = (): void => {
      const wait = atMs - Date.now();
      if (wait <= 0) handle = setTimeout(callback, 0);
      else handle = setTimeout(arm, Math.min(wait, LONGEST_TIMEOUT));
      if (options?.background === true) handle.unref();
    };
    arm();
    return () => clearTimeout(handle);
  },
};

interface Timer {
  atMs: number;
  order: number;
  callback: () => void;
}

/** Makes a virtual clock. Time starts at 2026-01-01T00:00:00Z unless `startMs` is given. */
export function virtualClock(startMs = Date.UTC(2026, 0, 1)): VirtualClock {
  let nowMs = startMs;
  let order = 0;
  const timers = new Set<Timer>();
  const next = (limit: number): Timer | undefined => {
    const due = [...timers].filter((timer) => timer.atMs <= limit);
    return due.sort((left, right) => left.atMs - right.atMs || left.order - right.order)[0];
  };
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const moveTo = async (targetMs: number): Promise<void> => {
    await settle();
    for (let timer = next(targetMs); timer !== undefined; timer = next(targetMs)) {
      timers.delete(timer);
      nowMs = Math.max(nowMs, timer.atMs);
      timer.callback();
      await settle();
    }
    nowMs = targetMs;
    await settle();
  };
  return {
    now: () => nowMs,
    setTimer(atMs, callback) {
      const timer = { atMs, order: order++, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: (ms) => moveTo(nowMs + ms),
    set: (targetMs) => moveTo(targetMs),
    timers: () => [...timers].map((timer) => timer.atMs).sort((left, right) => left - right),
  };
}
