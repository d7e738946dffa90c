import { terminalColors } from '../../review/text/terminal-colors.ts';
import QuietReporter from '../../../reporters/quiet.ts';
import { AppError } from '../../core/errors.ts';
import { buildReport } from '../../review/build-report.ts';
import { differencesOf } from '../../review/group-differences.ts';
import { formats, publishReport, type ReportFormat } from '../../review/publish-report.ts';
import { testOf } from '../../review/report-from-changes.ts';
import { reportJson } from '../../review/formats/report-json.ts';
import type { Finding } from '../../trace/finding.ts';
import type { Report, TestReport } from '../../review/report.ts';
import { reportText } from '../../review/text/report-text.ts';
import type { CommandContext, ExitCode } from '../command.ts';
import { openGitBase } from '../git-base.ts';
import { loadProject, type Project } from '../load-project.ts';
import { runSpecs } from '../run-specs.ts';
import { baseChanges, type BaseChanges } from './base-changes.ts';

/**
 * The gate of a pull request: replays every spec against the golden recordings of the branch (what fails is a regression),
 * and shows how these differ from the base (what a reviewer must look at). 1 for a regression or a grave change without a
 * reason, 2 where something could not run.
 */
export async function checkAgainstBase(context: CommandContext): Promise<ExitCode> {
  const reporters = readFormats(context.options['reporter']);
  const project = await loadProject(context.cwd, context.options['config']);
  const proposed = baseChanges(
    project.recordings,
    openGitBase(project.root, String(context.options['base'])),
  );
  const replayed = await replay(context, project);
  const report = withProposals(replayed, proposed, project);
  for (const format of reporters) {
    publishReport(report, format, { root: project.root, print: (text) => context.print(text.trimEnd()) });
  }
  if (context.options['json'] === true) context.print(reportJson(report));
  else if (!reporters.includes('json')) context.print(reportText(report, terminalColors()));
  return report.exitCode;
}

function readFormats(names: unknown): ReportFormat[] {
  return ((names as string[] | undefined) ?? [])
    .filter((name) => name !== 'terminal')
    .map((name) => {
      const format = formats.find((known) => known === name);
      if (format !== undefined) return format;
      throw new AppError(
        'CONFIG_INVALID',
        `There is no reporter ${name} here; choose from ${formats.join(', ')}.`,
      );
    });
}

async function replay(context: CommandContext, project: Project): Promise<Report> {
  let report: Report | undefined;
  const reporter = new QuietReporter({
    mode: 'replay',
    recordings: project.config.recordings,
    onReport: (finished) => (report = finished),
  });
  await runSpecs({ ...context, args: [], options: { ...context.options, mode: 'replay' } }, [reporter]);
  if (report !== undefined) return report;
  throw new AppError(
    'CONFIG_INVALID',
    'The specs ended without a report; run npx touchstone run to see why.',
  );
}

function withProposals(replayed: Report, { changes, reasons }: BaseChanges, project: Project): Report {
  const settings = { recordings: project.config.recordings, reasons, findings: new Map<string, Finding[]>() };
  const proposals = new Map(changes.map((change) => [change.id, testOf(change, settings)]));
  const tests = replayed.tests.map((test): TestReport => {
    const proposal = proposals.get(test.id);
    proposals.delete(test.id);
    // A test that does not even replay is a regression first; what it proposes is seen when it does.
    if (proposal?.record === undefined || test.record === undefined || differencesOf(test).length > 0)
      return test;
    const { runs, pending, pendingReason } = proposal.record;
    const record = {
      ...test.record,
      runs,
      ...(pending !== undefined && { pending }),
      ...(pendingReason !== undefined && { pendingReason }),
    };
    return { ...test, record, ...(proposal.proposed !== undefined && { proposed: proposal.proposed }) };
  });
  const { toolVersion, seed, problems, unusedRecordings, durationMs } = replayed;
  const outcome = {
    toolVersion,
    mode: 'check',
    problems,
    unusedRecordings,
    durationMs,
    ...(seed !== undefined && { seed }),
  };
  return buildReport({ ...outcome, tests: [...tests, ...proposals.values()] });
}
