import type { Vitest } from 'vitest/node';
import { sarifLog } from '../src/review/formats/sarif.ts';
import type { Report } from '../src/review/report.ts';
import { writeOutput } from './output-file.ts';
import { ReportReporter, type ReporterOptions } from './report-reporter.ts';

export interface SarifReporterOptions extends ReporterOptions {
  /** A file, relative to vitest's root. @default .touchstone/report/touchstone.sarif */
  outputFile?: string;
}

/** Writes a SARIF 2.1.0 log, for code scanning. */
export default class SarifReporter extends ReportReporter<SarifReporterOptions> {
  protected override print(report: Report, vitest: Vitest): void {
    const { outputFile = '.touchstone/report/touchstone.sarif' } = this.options;
    writeOutput(vitest, outputFile, `${JSON.stringify(sarifLog(report), null, 2)}\n`);
  }
}
