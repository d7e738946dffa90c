import picocolors from 'picocolors';
import type { Report } from '../src/review/report.ts';
import { reportText } from '../src/review/text/report-text.ts';
import { ReportReporter, type ReporterOptions } from './report-reporter.ts';

export interface TerminalReporterOptions extends ReporterOptions {
  /** @default on a terminal, unless CI or NO_COLOR is set */
  color?: boolean;
  /** Where the text goes. @default standard output */
  write?: (text: string) => void;
}

/** Prints the report for people: what happened first, what to do next last. */
export default class TerminalReporter extends ReportReporter<TerminalReporterOptions> {
  protected override print(report: Report): void {
    const color = this.options.color ?? usesColor();
    const text = `\n${reportText(report, picocolors.createColors(color))}\n`;
    if (this.options.write === undefined) process.stdout.write(text);
    else this.options.write(text);
  }
}

function usesColor(): boolean {
  const { CI, NO_COLOR } = process.env;
  return process.stdout.isTTY && !CI && !NO_COLOR;
}
