import type { Vitest } from 'vitest/node';
import { publishReport } from '../src/review/publish-report.ts';
import type { Report } from '../src/review/report.ts';
import { ReportReporter, type ReporterOptions } from './report-reporter.ts';

export interface GithubReporterOptions extends ReporterOptions {
  /** A file, relative to vitest's root. @default .touchstone/report/comment.md */
  outputFile?: string;
}

/** For GitHub Actions: annotations on the lines of tools and specs, the step summary (GITHUB_STEP_SUMMARY), and a comment body. Needs no token. */
export default class GithubReporter extends ReportReporter<GithubReporterOptions> {
  protected override print(report: Report, vitest: Vitest): void {
    const { outputFile } = this.options;
    const print = (text: string): void => void process.stdout.write(text);
    publishReport(report, 'github', { root: vitest.config.root, outputFile, print });
  }
}
