import type { Vitest } from 'vitest/node';
import { junitXml } from '../src/review/formats/junit.ts';
import type { Report } from '../src/review/report.ts';
import { writeOutput } from './output-file.ts';
import { ReportReporter, type ReporterOptions } from './report-reporter.ts';

export interface JunitReporterOptions extends ReporterOptions {
  /** A file, relative to vitest's root. @default .touchstone/report/junit.xml */
  outputFile?: string;
}

/** Writes JUnit XML with runs, calls, differences and findings. */
export default class JunitReporter extends ReportReporter<JunitReporterOptions> {
  protected override print(report: Report, vitest: Vitest): void {
    writeOutput(vitest, this.options.outputFile ?? '.touchstone/report/junit.xml', junitXml(report));
  }
}
