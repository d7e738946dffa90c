import { terminalColors } from '../../review/text/terminal-colors.ts';
import { findUnusedSensitiveNames } from '../../detect/unused-sensitive-names.ts';
import { AppError } from '../../core/errors.ts';
import { applyWaivers } from '../../review/apply-waivers.ts';
import { uniqueFindings } from '../../review/build-report.ts';
import { findingLines } from '../../review/text/finding-text.ts';
import { counted } from '../../review/text/words.ts';
import type { Trace } from '../../trace/trace.ts';
import type { CommandContext, ExitCode } from '../command.ts';
import { findRecordings, listRecordings, type FoundRecording } from '../find-recordings.ts';
import { loadProject, type Project } from '../load-project.ts';
import { loadTools } from '../load-tools.ts';
import { judgeSurface } from './judge-surface.ts';
import { judgeRecording, type JudgedRecording } from './judge-recording.ts';

/** Judges stored recordings: 1 for a finding of severity warning or error, 2 where there was nothing to judge. */
export async function checkRecordings(context: CommandContext): Promise<ExitCode> {
  const project = await loadProject(context.cwd, context.options['config']);
  const chosen = choose(context, project);
  const judges = { root: project.root, tools: await loadTools(project), policies: project.config.policies };
  const judged = [];
  for (const recording of chosen) judged.push(await judgeRecording(recording, judges));
  const all = uniqueFindings([
    ...judged.flatMap(({ findings }) => findings),
    ...judgeSurface(project, judges.tools),
    // Only all recordings together tell that a name is used nowhere.
    ...(context.args.length === 0 ? findUnusedSensitiveNames(tracesOf(judged), judges.tools.values()) : []),
  ]);
  const findings = applyWaivers(all, project.config.waivers, Date.now());
  const failed = findings.some(({ severity }) => severity !== 'info');
  const totals = {
    recordings: judged.length,
    runs: judged.reduce((sum, { runs }) => sum + runs, 0),
    calls: judged.reduce((sum, { calls }) => sum + calls, 0),
    policies: judges.policies.length,
    tools: judges.tools.size,
  };
  if (context.options['json'] === true) {
    context.printJson({ verdict: failed ? 'failed' : 'passed', totals, findings });
    return failed ? 1 : 0;
  }
  const colors = terminalColors();
  context.print(
    `${failed ? '✗ failed' : '✓ passed'}   ${counted(totals.recordings, 'recording')}, ${counted(totals.runs, 'run')}, ${counted(totals.calls, 'call')} judged by ${totals.policies === 1 ? '1 policy' : `${totals.policies} policies`} and ${counted(totals.tools, 'tool')} of today; nothing was executed`,
  );
  for (const finding of findings) context.print(`\n${findingLines(finding, colors).join('\n')}`);
  return failed ? 1 : 0;
}

function tracesOf(judged: readonly JudgedRecording[]): Trace[] {
  return judged.flatMap(({ traces }) => traces);
}

function choose(context: CommandContext, project: Project): FoundRecording[] {
  const chosen =
    context.args.length > 0
      ? findRecordings(project.recordings, context.args, context.cwd)
      : listRecordings(project.recordings);
  const golden = chosen.filter(({ hasGolden }) => hasGolden);
  if (golden.length > 0) return golden;
  throw new AppError(
    'CONFIG_INVALID',
    `There is no golden recording in ${project.config.recordings} to check; make them with npx touchstone record, then npx touchstone accept --all.`,
  );
}
