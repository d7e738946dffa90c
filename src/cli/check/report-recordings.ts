import { relative } from 'node:path';
import { AppError } from '../../core/errors.ts';
import { ownPackage } from '../../harness/project/own-package.ts';
import { readRecording } from '../../record/recording-file.ts';
import { applyWaivers } from '../../review/apply-waivers.ts';
import { publishReport, type ReportFormat } from '../../review/publish-report.ts';
import { recordingChange } from '../../review/recording-change.ts';
import { reportFromChanges } from '../../review/report-from-changes.ts';
import type { Finding } from '../../trace/finding.ts';
import type { CommandContext, ExitCode } from '../command.ts';
import { listRecordings, type FoundRecording } from '../find-recordings.ts';
import { loadProject } from '../load-project.ts';
import { loadTools } from '../load-tools.ts';
import { judgeRecording } from './judge-recording.ts';

/** Makes a report of all stored recordings, as they are and as they wait for review; 0 once it is written. */
export async function reportRecordings(context: CommandContext): Promise<ExitCode> {
  const started = performance.now();
  const project = await loadProject(context.cwd, context.options['config']);
  const found = listRecordings(project.recordings);
  if (found.length === 0) {
    throw new AppError(
      'CONFIG_INVALID',
      `There is no recording in ${project.config.recordings}; make one with: npx touchstone record`,
    );
  }
  const judges = { root: project.root, tools: await loadTools(project), policies: project.config.policies };
  const findings = new Map<string, Finding[]>();
  for (const recording of found) {
    if (!recording.hasGolden) continue;
    const judged = await judgeRecording(recording, judges);
    findings.set(recording.id, applyWaivers(judged.findings, project.config.waivers, Date.now()));
  }
  const report = reportFromChanges({
    toolVersion: ownPackage().manifest.version ?? 'unknown',
    mode: 'stored recordings',
    changes: found.map(changeOf),
    findings,
    recordings: project.config.recordings,
    durationMs: performance.now() - started,
  });
  const output = context.options['output'];
  const file = publishReport(report, context.options['format'] as ReportFormat, {
    root: context.cwd,
    outputFile: typeof output === 'string' ? output : undefined,
    print: (text) => context.print(text.trimEnd()),
  });
  if (file !== undefined) context.print(`wrote ${relative(context.cwd, file)}`);
  return 0;
}

function changeOf({ id, golden, pending, hasGolden, hasPending }: FoundRecording) {
  const accepted = hasGolden ? readRecording(golden) : undefined;
  return recordingChange(id, { golden: accepted, actual: hasPending ? readRecording(pending) : accepted });
}
