import type { RecordedRun } from './recorded-run.ts';

// Known by a registered symbol, so that a matcher finds the run also through a second copy of this module.
const handleKey = Symbol.for('touchstone.harnessRun');

/** Attaches the record of a run to what the harness hands out; invisible to JSON, equality and spreading. */
export function attachHandle<Value extends object>(value: Value, run: RecordedRun): Value {
  return Object.defineProperty(value, handleKey, { value: run });
}

/** The record behind what a harness returned; undefined for anything else. */
export function handleOf(value: unknown): RecordedRun | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as { [handleKey]?: RecordedRun })[handleKey];
}
