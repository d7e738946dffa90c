import { decode, encode } from '../../core/codec.ts';
import { AppError, reviveError, toErrorRecord, type ErrorRecord } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';

/** How a step ended, in the form in which it is kept. `thrown` lends its stack to the error on the first run. */
export type StepResult = { ok: true; value: Json } | { ok: false; error: ErrorRecord; thrown?: unknown };

/** Does the work of a step. A value that cannot be kept fails the step, with its path. */
export async function createResult(work: () => Promise<unknown>, maxLength: number): Promise<StepResult> {
  try {
    return { ok: true, value: keep(await work(), maxLength) };
  } catch (thrown) {
    return { ok: false, error: toErrorRecord(thrown), thrown };
  }
}

function keep(value: unknown, maxLength: number): Json {
  const json = encode(value);
  if (typeof json === 'number' || typeof json === 'boolean' || json === null) return json;
  const { length } = JSON.stringify(json);
  if (length <= maxLength) return json;
  throw new AppError(
    'VALIDATION_FAILED',
    `The value of a step is ${length} characters long; at most ${maxLength} are kept: store it elsewhere and keep its address.`,
    { details: { length, maxLength } },
  );
}

/** The value as code gets it, on the first run and on every later one. */
export function readValue(result: { value: Json }): unknown {
  return decode(result.value);
}

/** The error as code gets it, on the first run and on every later one. */
export function readError({ error, thrown }: { error: ErrorRecord; thrown?: unknown }): Error {
  const revived = reviveError(error);
  if (thrown instanceof Error && typeof thrown.stack === 'string') {
    Object.defineProperty(revived, 'stack', { value: thrown.stack, configurable: true, writable: true });
  }
  return revived;
}
