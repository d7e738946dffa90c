import { appendFileSync } from 'node:fs';
import type { Vitest } from 'vitest/node';
import { githubAnnotations } from '../src/review/formats/github-annotations.ts';
import { COMMENT_LIMIT, markdownSummary } from '../src/review/formats/markdown-summary.ts';
import type { Report } from '../src/review/report.ts';
import { writeOutput } from './output-file.ts';
import { ReportReporter, type ReporterOptions } from './report-reporter.ts';

export interface GithubReporterOptions extends ReporterOptions {
  /** Where the body for a comment on the pull request goes. @default .touchstone/report/comment.md */
  commentFile?: string;
  /** The step summary. @default the file that GITHUB_STEP_SUMMARY names; none where it is not set */
  summaryFile?: string;
}

/** For GitHub Actions: annotations on the lines of tools and specs, the step summary, and a comment body. Needs no token. */
export default class GithubReporter extends ReportReporter<GithubReporterOptions> {
  protected override print(report: Report, vitest: Vitest): void {
    const annotations = githubAnnotations(report);
    if (annotations.length > 0) process.stdout.write(`\n${annotations.join('\n')}\n`);
    const body = markdownSummary(report, COMMENT_LIMIT);
    writeOutput(vitest, this.options.commentFile ?? '.touchstone/report/comment.md', body);
    const summaryFile = this.options.summaryFile ?? process.env['GITHUB_STEP_SUMMARY'];
    if (summaryFile !== undefined && summaryFile !== '') appendFileSync(summaryFile, `${body}\n`);
  }
}
