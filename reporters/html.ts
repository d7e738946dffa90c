import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Vitest } from 'vitest/node';
import { htmlPage } from '../src/review/page/html-page.ts';
import type { HistoryPoint } from '../src/review/page/page-model.ts';
import type { Report } from '../src/review/report.ts';
import { writeOutput } from './output-file.ts';
import { ReportReporter, type ReporterOptions } from './report-reporter.ts';

export interface HtmlReporterOptions extends ReporterOptions {
  /** A file, relative to vitest's root. @default .touchstone/report/index.html */
  outputFile?: string;
  /** Where the figures of earlier runs are kept, for the plot over runs. @default .touchstone/history.json */
  historyFile?: string;
}

const KEPT_RUNS = 100;

/** Writes the report page: one file that opens without a network. */
export default class HtmlReporter extends ReportReporter<HtmlReporterOptions> {
  protected override print(report: Report, vitest: Vitest): void {
    const { outputFile = '.touchstone/report/index.html', historyFile = '.touchstone/history.json' } =
      this.options;
    const { findings, differences, failed, tests } = report.totals;
    const now = {
      at: new Date().toISOString(),
      findings,
      differences,
      failed,
      tests,
      durationMs: Math.round(report.durationMs),
    };
    const history = [...readHistory(resolve(vitest.config.root, historyFile)), now].slice(-KEPT_RUNS);
    writeOutput(vitest, outputFile, htmlPage(report, history));
    writeOutput(vitest, historyFile, `${JSON.stringify(history)}\n`);
  }
}

// A damaged history only costs the plot.
function readHistory(file: string): HistoryPoint[] {
  try {
    const history = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as unknown) : [];
    return Array.isArray(history) ? history.filter(isPoint) : [];
  } catch {
    return [];
  }
}

function isPoint(point: unknown): point is HistoryPoint {
  if (typeof point !== 'object' || point === null) return false;
  const { findings, differences } = point as Record<string, unknown>;
  return typeof findings === 'number' && typeof differences === 'number';
}
