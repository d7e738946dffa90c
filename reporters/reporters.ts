export { default as JsonReporter, type JsonReporterOptions } from './json.ts';
export { default as TerminalReporter, type TerminalReporterOptions } from './terminal.ts';
export type { ReporterOptions } from './report-reporter.ts';
export type { Report, TestRecord, TestReport } from '../src/review/report.ts';
