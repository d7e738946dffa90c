import type { Vitest } from 'vitest/node';
import { publishReport } from '../src/review/publish-report.ts';
import type { Report } from '../src/review/report.ts';
import { ReportReporter, type ReporterOptions } from './report-reporter.ts';

export interface HtmlReporterOptions extends ReporterOptions {
  /** A file, relative to vitest's root. @default .touchstone/report/index.html */
  outputFile?: string;
}

/** Writes the report page: one file that opens without a network. */
export default class HtmlReporter extends ReportReporter<HtmlReporterOptions> {
  protected override print(report: Report, vitest: Vitest): void {
    const { outputFile } = this.options;
    const print = (text: string): void => void process.stdout.write(text);
    publishReport(report, 'html', { root: vitest.config.root, outputFile, print });
  }
}
