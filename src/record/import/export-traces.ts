import { AppError } from '../../core/errors.ts';
import type { Trace } from '../../trace/trace.ts';
import { writeAiSdk } from './ai-sdk.ts';
import { writeOpenAiMessages } from './openai-messages.ts';
import { writeOtlp } from './otlp.ts';
import { writeTauBench } from './tau-bench.ts';

const writers = {
  otlp: writeOtlp,
  'openai-messages': writeOpenAiMessages,
  'ai-sdk': writeAiSdk,
  'tau-bench': writeTauBench,
} satisfies Record<string, (traces: readonly Trace[]) => string>;

/** A format that others read. */
export type ExportFormat = keyof typeof writers;

/** The formats that `exportTraces` writes. */
export const exportFormats = Object.keys(writers) as ExportFormat[];

/**
 * Writes traces in a format of others. They keep the calls, their inputs and outcomes; policies, approvals and attempts
 * have no place there.
 * @throws AppError CONFIG_INVALID for an unknown format.
 */
export function exportTraces(traces: readonly Trace[], options: { format: ExportFormat }): string {
  const write = Object.hasOwn(writers, options.format) ? writers[options.format] : undefined;
  if (write !== undefined) return write(traces);
  throw new AppError(
    'CONFIG_INVALID',
    `There is no format "${String(options.format)}"; give one of ${exportFormats.join(', ')}.`,
  );
}
