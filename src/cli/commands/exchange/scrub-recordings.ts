import { AppError } from '../../../core/errors.ts';
import { readRecording, writeRecording } from '../../../record/recording-file.ts';
import { scrubRecording } from '../../../record/scrub-recording.ts';
import { counted } from '../../../review/text/words.ts';
import type { CommandContext, ExitCode } from '../../command.ts';
import { findRecordings, listRecordings } from '../../find-recordings.ts';
import { hasConfig, loadProject, recordingsFolder } from '../../load-project.ts';
import { loadTools } from '../../load-tools.ts';

interface ScrubbedFile {
  id: string;
  file: string;
  removed: Record<string, number>;
}

/** Rewrites the recordings that hold what is sensitive today; 1 where a named field was found nowhere. */
export async function scrubRecordings(context: CommandContext): Promise<ExitCode> {
  const names = (context.options['field'] as string[] | undefined) ?? [];
  const dryRun = context.options['dryRun'] === true;
  const folder = await recordingsFolder(context.cwd, context.options['config']);
  const rules = await rulesOf(context);
  const chosen =
    context.args.length > 0 ? findRecordings(folder, context.args, context.cwd) : listRecordings(folder);
  if (chosen.length === 0) throw new AppError('CONFIG_INVALID', 'There is no recording to scrub.');
  const files: ScrubbedFile[] = [];
  for (const { id, golden, pending, hasGolden, hasPending } of chosen) {
    for (const file of [...(hasGolden ? [golden] : []), ...(hasPending ? [pending] : [])]) {
      const { recording, removed } = scrubRecording(readRecording(file), {
        ...rules,
        sensitiveFieldNames: names,
      });
      if (Object.keys(removed).length === 0) continue;
      if (!dryRun) writeRecording(file, recording);
      files.push({ id, file, removed });
    }
  }
  if (context.options['json'] === true) {
    context.printJson(files.map(({ id, removed }) => ({ id, removed })));
    return 0;
  }
  report(context, files, chosen.length, dryRun);
  return names.length > 0 && files.length === 0 ? 1 : 0;
}

async function rulesOf(context: CommandContext): Promise<Parameters<typeof scrubRecording>[1]> {
  if (!hasConfig(context.cwd, context.options['config'])) return {};
  const project = await loadProject(context.cwd, context.options['config']);
  return { tools: [...(await loadTools(project)).values()], policies: project.config.policies };
}

function report(
  context: CommandContext,
  files: readonly ScrubbedFile[],
  looked: number,
  dryRun: boolean,
): void {
  for (const { id, removed } of files) {
    const values = Object.entries(removed).map(([label, count]) => `${label} ${count}`);
    context.print(`${id}   ${values.join(', ')}`);
  }
  if (files.length === 0) {
    context.print(`Nothing sensitive was found in ${counted(looked, 'recording')}; nothing was changed.`);
    return;
  }
  const total = files.flatMap(({ removed }) => Object.values(removed)).reduce((sum, count) => sum + count, 0);
  const verb = dryRun ? 'would be taken out of' : 'were taken out of';
  context.print(
    `${counted(total, 'value')} ${verb} ${counted(files.length, 'file')} of ${counted(looked, 'recording')}.`,
  );
  if (!dryRun) context.print('Earlier versions may still stand in the history of git.');
}
