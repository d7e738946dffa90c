import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../../core/errors.ts';

const inside = new AsyncLocalStorage<string>();

/** Runs the function of a step so that durable operations inside it are refused. */
export function insideStep<Value>(key: string, fn: () => Value): Value {
  return inside.run(key, fn);
}

/**
 * A durable operation inside the function of another would be done again with it, or be swallowed by it.
 * @throws AppError CONFIG_INVALID
 */
export function refuseInside(kind: string, key: string): void {
  const outer = inside.getStore();
  if (outer === undefined) return;
  throw new AppError(
    'CONFIG_INVALID',
    `The ${kind} ${JSON.stringify(key)} was asked for inside the function of step ${JSON.stringify(outer)}: ` +
      'call it before or after that step, or use step.scope.',
  );
}
