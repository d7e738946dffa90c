/** A length of time; the parts are added. */
export interface Duration {
  seconds?: number;
  minutes?: number;
  hours?: number;
  days?: number;
}

export interface StepRetry {
  maxAttempts: number;
  backoffMs?: number;
}

/**
 * Durable operations. Each has a key; its result is kept, so that after a crash the operation is not done again.
 * A value comes back exactly as it would after a crash: it passes through the codec.
 */
export interface StepTools {
  run<Value>(key: string, fn: () => Value | Promise<Value>, options?: { retry?: StepRetry }): Promise<Value>;
}
