import type { Redactor } from '../../redact/redactor.ts';
import type { Trace } from '../../trace/trace.ts';

// Kept beside the trace and never in it, so that the writer can look for what must not be written.
const redactors = new WeakMap<Trace, Redactor>();

/** Remembers by which redactor a trace was made, for the last look before it is written. */
export function rememberRedactor(trace: Trace, redactor: Redactor): void {
  redactors.set(trace, redactor);
}

/** The redactor by which a trace was made in this process. */
export function redactorOf(trace: Trace): Redactor | undefined {
  return redactors.get(trace);
}
