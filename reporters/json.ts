import type { Vitest } from 'vitest/node';
import type { Report } from '../src/review/report.ts';
import { reportJson } from '../src/review/formats/report-json.ts';
import { writeOutput } from './output-file.ts';
import { ReportReporter, type ReporterOptions } from './report-reporter.ts';

export interface JsonReporterOptions extends ReporterOptions {
  /** A file, relative to vitest's root. @default standard output */
  outputFile?: string;
}

/** Writes the whole report as JSON, for programs. */
export default class JsonReporter extends ReportReporter<JsonReporterOptions> {
  protected override print(report: Report, vitest: Vitest): void {
    const text = `${reportJson(report)}\n`;
    if (this.options.outputFile === undefined) process.stdout.write(text);
    else writeOutput(vitest, this.options.outputFile, text);
  }
}
