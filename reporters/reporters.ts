export { default as GithubReporter, type GithubReporterOptions } from './github.ts';
export { default as HtmlReporter, type HtmlReporterOptions } from './html.ts';
export { default as JsonReporter, type JsonReporterOptions } from './json.ts';
export { default as JunitReporter, type JunitReporterOptions } from './junit.ts';
export { default as SarifReporter, type SarifReporterOptions } from './sarif.ts';
export { default as TerminalReporter, type TerminalReporterOptions } from './terminal.ts';
export type { ReporterOptions } from './report-reporter.ts';
export type { Report, TestRecord, TestReport } from '../src/review/report.ts';
