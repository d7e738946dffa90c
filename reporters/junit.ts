import type { Vitest } from 'vitest/node';
import { publishReport } from '../src/review/publish-report.ts';
import type { Report } from '../src/review/report.ts';
import { ReportReporter, type ReporterOptions } from './report-reporter.ts';

export interface JunitReporterOptions extends ReporterOptions {
  /** A file, relative to vitest's root. @default .touchstone/report/junit.xml */
  outputFile?: string;
}

/** Writes JUnit XML with runs, calls, differences and findings. */
export default class JunitReporter extends ReportReporter<JunitReporterOptions> {
  protected override print(report: Report, vitest: Vitest): void {
    const { outputFile } = this.options;
    const print = (text: string): void => void process.stdout.write(text);
    publishReport(report, 'junit', { root: vitest.config.root, outputFile, print });
  }
}
