import { ReportReporter } from './report-reporter.ts';

/** Prints nothing; hands the report to `onReport`. */
export default class QuietReporter extends ReportReporter {
  protected override print(): void {
    // whoever asked for the report prints it
  }
}
