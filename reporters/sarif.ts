import type { Vitest } from 'vitest/node';
import { publishReport } from '../src/review/publish-report.ts';
import type { Report } from '../src/review/report.ts';
import { ReportReporter, type ReporterOptions } from './report-reporter.ts';

export interface SarifReporterOptions extends ReporterOptions {
  /** A file, relative to vitest's root. @default .touchstone/report/touchstone.sarif */
  outputFile?: string;
}

/** Writes a SARIF 2.1.0 log, for code scanning. */
export default class SarifReporter extends ReportReporter<SarifReporterOptions> {
  protected override print(report: Report, vitest: Vitest): void {
    const { outputFile } = this.options;
    const print = (text: string): void => void process.stdout.write(text);
    publishReport(report, 'sarif', { root: vitest.config.root, outputFile, print });
  }
}
