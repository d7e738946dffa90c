import { AppError, messageOf } from '../../core/errors.ts';

/** Why an agent's model could not be used to the end. */
export type ModelFailure = 'model_error' | 'no_answer' | 'too_many_turns' | 'stopped' | 'guardrail';

/** The error of an agent whose model, not whose tools, failed. */
export function modelFailed(
  agentName: string,
  reason: ModelFailure,
  message: string,
  cause?: unknown,
): AppError {
  return new AppError('MODEL_FAILED', message, {
    agentName,
    details: { reason },
    ...(cause !== undefined && { cause }),
  });
}

export interface ModelRetry {
  /** How often a model call is tried in all. @default 3 */
  maxAttempts: number;
  /** Wait before the second attempt, doubled before each further one, in milliseconds. @default 1000 */
  backoffMs: number;
}

/** Makes a call of a model, again after errors that pass: rate limits, overload, lost connections. */
export async function withRetry<Value>(
  call: () => Promise<Value>,
  { maxAttempts, backoffMs }: ModelRetry,
  signal: AbortSignal,
): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (attempt >= maxAttempts || signal.aborted || !passes(error)) throw error;
      await pause(backoffMs * 2 ** (attempt - 1), signal);
    }
  }
}

function passes(error: unknown): boolean {
  const { isRetryable, statusCode, code } = Object(error) as Record<string, unknown>;
  if (typeof isRetryable === 'boolean') return isRetryable;
  if (typeof statusCode === 'number') return statusCode === 408 || statusCode === 429 || statusCode >= 500;
  return typeof code === 'string' && /^(ECONNRESET|ECONNREFUSED|ETIMEDOUT|EPIPE|UND_ERR_)/.test(code);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

/** Says what went wrong with a model, in one sentence. */
export function describeModelError(modelId: string, error: unknown): string {
  return `The model "${modelId}" failed: ${messageOf(error)}`;
}
