import type { Vitest } from 'vitest/node';
import { publishReport } from '../src/review/publish-report.ts';
import type { Report } from '../src/review/report.ts';
import { ReportReporter, type ReporterOptions } from './report-reporter.ts';

export interface JsonReporterOptions extends ReporterOptions {
  /** A file, relative to vitest's root. @default standard output */
  outputFile?: string;
}

/** Writes the whole report as JSON, for programs. */
export default class JsonReporter extends ReportReporter<JsonReporterOptions> {
  protected override print(report: Report, vitest: Vitest): void {
    const { outputFile } = this.options;
    const print = (text: string): void => void process.stdout.write(text);
    publishReport(report, 'json', { root: vitest.config.root, outputFile, print });
  }
}
