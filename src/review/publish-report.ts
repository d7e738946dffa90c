import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { githubAnnotations } from './formats/github-annotations.ts';
import { junitXml } from './formats/junit.ts';
import { COMMENT_LIMIT, markdownSummary } from './formats/markdown-summary.ts';
import { reportJson } from './formats/report-json.ts';
import { sarifLog } from './formats/sarif.ts';
import { htmlPage } from './page/html-page.ts';
import type { HistoryPoint } from './page/page-model.ts';
import type { Report } from './report.ts';

/** Where a report goes. */
export interface PublishOptions {
  /** The folder from which files count. */
  root: string;
  /** @default each format's own file below .touchstone/report */
  outputFile?: string | undefined;
  /** Text for standard output. */
  print: (text: string) => void;
}

/** The formats that are written to files; `json` goes to standard output where no file is named. */
export const formats = ['json', 'html', 'github', 'sarif', 'junit'] as const;

export type ReportFormat = (typeof formats)[number];

/** Writes a report in one format and gives the file it wrote, if any. */
export function publishReport(
  report: Report,
  format: ReportFormat,
  options: PublishOptions,
): string | undefined {
  return publishers[format](report, options);
}

const publishers: Record<ReportFormat, (report: Report, options: PublishOptions) => string | undefined> = {
  json(report, { root, outputFile, print }) {
    const text = `${reportJson(report)}\n`;
    if (outputFile !== undefined) return write(root, outputFile, text);
    print(text);
    return undefined;
  },
  sarif: (report, { root, outputFile = '.touchstone/report/touchstone.sarif' }) =>
    write(root, outputFile, `${JSON.stringify(sarifLog(report), null, 2)}\n`),
  junit: (report, { root, outputFile = '.touchstone/report/junit.xml' }) =>
    write(root, outputFile, junitXml(report)),
  html: (report, { root, outputFile = '.touchstone/report/index.html' }) =>
    write(root, outputFile, htmlPage(report, keepHistory(report, root))),
  github(report, { root, outputFile = '.touchstone/report/comment.md', print }) {
    const annotations = githubAnnotations(report);
    if (annotations.length > 0) print(`\n${annotations.join('\n')}\n`);
    const body = markdownSummary(report, COMMENT_LIMIT);
    const summary = process.env['GITHUB_STEP_SUMMARY'];
    if (summary !== undefined && summary !== '') appendFileSync(summary, `${body}\n`);
    return write(root, outputFile, body);
  },
};

function write(root: string, outputFile: string, text: string): string {
  const file = resolve(root, outputFile);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const HISTORY = '.touchstone/history.json';
const KEPT_RUNS = 100;

/** Adds this run to the figures of earlier runs, for the plot over runs. */
function keepHistory(report: Report, root: string): HistoryPoint[] {
  const { findings, differences, failed, tests } = report.totals;
  const now = {
    at: new Date().toISOString(),
    findings,
    differences,
    failed,
    tests,
    durationMs: Math.round(report.durationMs),
  };
  const history = [...readHistory(resolve(root, HISTORY)), now].slice(-KEPT_RUNS);
  write(root, HISTORY, `${JSON.stringify(history)}\n`);
  return history;
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
