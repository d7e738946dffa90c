import type { PolicyCall } from '../rule.ts';
import { isPlaceholder, PolicyFault, UntoldFault, type Truth } from '../truth.ts';
import type { CompiledCondition, CompileOptions, JudgedCall } from './compiled.ts';

/** A condition that is code. It must answer true or false; where nothing can be waited for, a promise is no answer. */
export function compileCode(
  code: (call: PolicyCall) => boolean | Promise<boolean>,
  options: CompileOptions,
): CompiledCondition {
  return {
    opaque: true,
    holds(call) {
      const answer: unknown = code(viewOf(call, options.redacted));
      if (!isThenable(answer)) return toTruth(answer);
      const promise = Promise.resolve(answer);
      if (options.wait !== undefined) return options.wait(promise).then(toTruth);
      promise.catch(() => undefined);
      return undefined;
    },
  };
}

/** What the code of a condition is handed. Its lists are made when they are read. */
function viewOf(call: JudgedCall, redacted: boolean): PolicyCall {
  return Object.freeze({
    input: redacted ? withoutPlaceholders(call.input) : call.input,
    toolName: call.toolName,
    agentName: call.agentName,
    stepIndex: call.stepIndex,
    get state() {
      return call.state;
    },
    get history() {
      return call.history();
    },
  });
}

function toTruth(answer: unknown): Truth {
  if (typeof answer === 'boolean') return answer;
  throw new PolicyFault(
    `its condition answered ${answer === null ? 'null' : typeof answer}, not true or false`,
  );
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  );
}

/** An input in whose redacted places code cannot look: that it read a placeholder must not pass for an answer. */
function withoutPlaceholders(value: unknown): unknown {
  if (isPlaceholder(value)) throw new UntoldFault('the input is redacted');
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  return new Proxy(value, {
    get(target, key, receiver) {
      const item: unknown = Reflect.get(target, key, receiver);
      if (isPlaceholder(item)) throw new UntoldFault(`${String(key)} is redacted`);
      return Object.hasOwn(target, key) ? withoutPlaceholders(item) : item;
    },
  });
}
