import picocolors from 'picocolors';
import type { UserConsoleLog } from 'vitest';
import type { Report } from '../src/review/report.ts';
import { reportText } from '../src/review/text/report-text.ts';
import { terminalColors } from '../src/review/text/terminal-colors.ts';
import { ReportReporter, type ReporterOptions } from './report-reporter.ts';

export interface TerminalReporterOptions extends ReporterOptions {
  /** @default on a terminal, unless CI or NO_COLOR is set */
  color?: boolean;
  /** Where the text goes. @default standard output */
  write?: (text: string) => void;
  /** Whether no other reporter tells what happens meanwhile: prints the specs' own output, and progress on a terminal. */
  alone?: boolean;
}

/** Prints the report for people: what happened first, what to do next last. */
export default class TerminalReporter extends ReportReporter<TerminalReporterOptions> {
  #specs = 0;
  #ended = 0;

  override onTestRunStart(specifications: readonly unknown[] = []): void {
    super.onTestRunStart();
    this.#specs = specifications.length;
    this.#ended = 0;
    this.#showProgress();
  }

  onTestModuleEnd(): void {
    this.#ended += 1;
    this.#showProgress();
  }

  onUserConsoleLog({ content, type }: UserConsoleLog): void {
    if (this.options.alone === true) process[type].write(content);
  }

  // One line that is written over, on standard error, where a person is watching.
  #showProgress(): void {
    if (this.options.alone !== true || !process.stderr.isTTY || process.env['CI']) return;
    const text = this.#ended < this.#specs ? ` ${this.#ended} of ${this.#specs} specs` : '';
    process.stderr.write(`\r\u001b[2K${text}`);
  }

  protected override print(report: Report): void {
    const { color } = this.options;
    const colors = color === undefined ? terminalColors() : picocolors.createColors(color);
    const text = `\n${reportText(report, colors)}\n`;
    if (this.options.write === undefined) process.stdout.write(text);
    else this.options.write(text);
  }
}
