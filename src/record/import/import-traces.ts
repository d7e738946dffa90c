import { AppError } from '../../core/errors.ts';
import type { Trace } from '../../trace/trace.ts';
import { readAiSdk } from './ai-sdk.ts';
import { traceOf, type Conversation } from './conversation.ts';
import { readOpenAiMessages } from './openai-messages.ts';
import { readOtlp } from './otlp.ts';
import { readTauBench } from './tau-bench.ts';

const readers = {
  'tau-bench': readTauBench,
  'openai-messages': readOpenAiMessages,
  'ai-sdk': readAiSdk,
  otlp: readOtlp,
} satisfies Record<string, (text: string) => Conversation[]>;

/** A format of runs that others write. */
export type ImportFormat = keyof typeof readers;

/** The formats that `importTraces` reads. */
export const importFormats = Object.keys(readers) as ImportFormat[];

export interface ImportOptions {
  format: ImportFormat;
  /** Names of fields, at any depth, whose values never reach a trace, besides the default ones. */
  sensitiveFieldNames?: readonly string[];
}

/**
 * Makes traces of the runs that another program wrote down, one for each run, redacted as recorded ones are.
 * @throws AppError RECORDING_INVALID when the text is of another shape, CONFIG_INVALID for an unknown format.
 */
export function importTraces(text: string, options: ImportOptions): Trace[] {
  const read = Object.hasOwn(readers, options.format) ? readers[options.format] : undefined;
  if (read === undefined) {
    throw new AppError(
      'CONFIG_INVALID',
      `There is no format "${String(options.format)}"; give one of ${importFormats.join(', ')}.`,
    );
  }
  const names = new Set<string>();
  return read(text).map((conversation) => {
    let name = conversation.name;
    for (let count = 2; names.has(name); count += 1) name = `${conversation.name} ${count}`;
    names.add(name);
    return traceOf({ ...conversation, name }, options.sensitiveFieldNames ?? []);
  });
}
