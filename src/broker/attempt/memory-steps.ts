import { decode, encode } from '../../core/codec.ts';
import { AppError } from '../../core/errors.ts';
import type { StepTools } from '../../tool/steps.ts';

/**
 * The steps of one call without an engine: what one attempt completed, the next does not do again. Kept in memory for
 * as long as the call lasts.
 */
export interface MemorySteps {
  forAttempt(): StepTools;
}

export function createMemorySteps(): MemorySteps {
  const done = new Map<string, unknown>();
  return {
    forAttempt() {
      const occurrences = new Map<string, number>();
      return {
        ...withoutEngine,
        async run(key, fn, options) {
          const number = (occurrences.get(key) ?? 0) + 1;
          occurrences.set(key, number);
          const id = `${key}#${number}`;
          if (!done.has(id)) done.set(id, encode(await repeat(fn, options?.retry?.maxAttempts ?? 1)));
          return decode(done.get(id) as never) as never;
        },
      };
    },
  };
}

/** What needs an engine to be durable; a broker alone refuses it. */
const withoutEngine = Object.fromEntries(
  [
    'invokeAndWait',
    'invoke',
    'batchInvokeAndWait',
    'waitFor',
    'waitUntil',
    'waitForEvent',
    'suspend',
    'sendEvent',
    'uuid',
    'now',
    'random',
    'callTool',
    'callTools',
    'scope',
  ].map((name) => [name, Object.assign(() => refuse(name), { safe: () => refuse(`${name}.safe`) })]),
) as unknown as Omit<StepTools, 'run'>;

function refuse(name: string): Promise<never> {
  const message = `ctx.step.${name} needs an engine: run the tool by createEngine().run(tool, input) or in a workflow.`;
  return Promise.reject(new AppError('CONFIG_INVALID', message));
}

async function repeat<Value>(fn: () => Value | Promise<Value>, maxAttempts: number): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fn();
    } catch (thrown) {
      if (attempt >= maxAttempts) throw thrown;
    }
  }
}
