/** Whether a condition holds; undefined when the trace does not tell. Online a condition always knows. */
export type Truth = boolean | undefined;

/** Why a condition could not be evaluated; the call is blocked. No Error: it never leaves the monitor and needs no stack. */
export class PolicyFault {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

export function and(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(undefined) ? undefined : true;
}

export function or(truths: readonly Truth[]): Truth {
  if (truths.includes(true)) return true;
  return truths.includes(undefined) ? undefined : false;
}

export function negate(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth;
}

const PLACEHOLDER = /^\[REDACTED:[^\]]*\]$/;

/** Tells whether a value of a stored trace was redacted, so that only its equality is known. */
export function isPlaceholder(value: unknown): boolean {
  return typeof value === 'string' && PLACEHOLDER.test(value);
}

/** Code asked for something that a stored trace does not tell. The rule is inconclusive. */
export class UntoldFault extends PolicyFault {}
