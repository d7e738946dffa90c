import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { AppError } from '../../../core/errors.ts';
import { exportTraces, type ExportFormat } from '../../../record/import/export-traces.ts';
import { readRecording } from '../../../record/recording-file.ts';
import { counted } from '../../../review/text/words.ts';
import type { CommandContext, ExitCode } from '../../command.ts';
import { findRecordings, listRecordings } from '../../find-recordings.ts';
import { recordingsFolder } from '../../load-project.ts';

/** Writes the runs of recordings in another format, to a file or to standard output. */
export async function exportRecordings(context: CommandContext): Promise<ExitCode> {
  const folder = await recordingsFolder(context.cwd, context.options['config']);
  const chosen =
    context.args.length > 0 ? findRecordings(folder, context.args, context.cwd) : listRecordings(folder);
  const golden = chosen.filter(({ hasGolden }) => hasGolden);
  if (golden.length === 0) throw new AppError('CONFIG_INVALID', 'There is no golden recording to export.');
  const traces = golden.flatMap((found) => {
    const { runs } = readRecording(found.golden);
    return runs.map((run) => ({ ...run, name: runs.length === 1 ? found.id : `${found.id}/${run.name}` }));
  });
  const text = exportTraces(traces, { format: context.options['format'] as ExportFormat });
  const { output } = context.options;
  if (typeof output !== 'string') {
    context.print(text.replace(/\n$/, ''));
    return 0;
  }
  try {
    writeFileSync(resolve(context.cwd, output), text, { mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new AppError('CONFIG_INVALID', `${output} cannot be written (${code ?? 'unknown reason'}).`);
  }
  context.note(`Wrote ${counted(traces.length, 'run')} to ${output}.`);
  return 0;
}
