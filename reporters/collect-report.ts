import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { SerializedError } from 'vitest';
import type { TestCase, TestModule, Vitest } from 'vitest/node';
import { importProblem } from './import-problem.ts';
import { ownVersion } from './own-version.ts';
import { buildReport } from '../src/review/build-report.ts';
import type { Report, TestRecord, TestReport } from '../src/review/report.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** What the harness tells of a test. */
    touchstone?: TestRecord;
  }
}

/** What whoever starts vitest knows better than a reporter. */
export interface CollectOptions {
  /** @default the environment variable TOUCHSTONE_MODE, then `replay` in CI and `auto` elsewhere */
  mode?: string;
  seed?: number;
  /** Whether only some tests run, so that unused recordings mean nothing. @default what vitest was asked for */
  filtered?: boolean;
  /** The folder of the recordings, relative to the project. @default recordings */
  recordings?: string;
}

interface Ended {
  modules: readonly TestModule[];
  unhandledErrors: readonly SerializedError[];
  durationMs: number;
}

const reports = new WeakMap<readonly TestModule[], Report>();

/** The one report of a test run: made for the first reporter that asks, the same for all others. */
export function collectReport(vitest: Vitest, ended: Ended, options: CollectOptions): Report {
  const known = reports.get(ended.modules);
  if (known !== undefined) return known;
  const settings = vitest.projects[0]?.getProvidedContext?.().touchstone;
  const root = settings?.root ?? vitest.config.root;
  const recordings = options.recordings ?? settings?.recordings ?? 'recordings';
  const tests = ended.modules.flatMap((module) =>
    [...module.children.allTests()].map((test) => toTestReport(test, { root, recordings })),
  );
  const problems = [
    ...ended.modules.flatMap((module) =>
      module
        .errors()
        .map((error) => importProblem(error, { spec: toSlashes(relative(root, module.moduleId)), root })),
    ),
    ...ended.unhandledErrors.map((error) => `An error outside of any test: ${error.message}`),
  ];
  const seed = options.seed ?? settings?.seed ?? undefined;
  const mode =
    options.mode ??
    settings?.mode ??
    process.env['TOUCHSTONE_MODE'] ??
    (process.env['CI'] ? 'replay' : 'auto');
  const filtered = (options.filtered ?? isFiltered(vitest)) || problems.length > 0 || mode === 'live';
  const report = buildReport({
    toolVersion: ownVersion(),
    mode,
    ...(seed !== undefined && { seed }),
    ...(settings?.configFile && { configFile: settings.configFile }),
    tests,
    problems,
    unusedRecordings: filtered ? [] : unusedRecordings(root, recordings, tests),
    durationMs: ended.durationMs,
  });
  reports.set(ended.modules, report);
  return report;
}

function toTestReport(test: TestCase, place: { root: string; recordings: string }): TestReport {
  const result = test.result();
  const diagnostic = test.diagnostic();
  const record = test.meta().touchstone;
  const spec = toSlashes(relative(place.root, test.module.moduleId));
  const failed = result.state === 'failed' || (record?.misses.length ?? 0) > 0;
  return {
    id: idOf(record, place.recordings) ?? `${spec} > ${test.fullName}`,
    name: test.fullName,
    spec,
    ...(test.location !== undefined && {
      location: { file: spec, line: test.location.line, column: test.location.column },
    }),
    state: failed ? 'failed' : result.state === 'passed' ? 'passed' : 'skipped',
    errors: (result.errors ?? []).map(({ message }) => message),
    durationMs: diagnostic?.duration ?? 0,
    retries: diagnostic?.retryCount ?? 0,
    ...(record !== undefined && { record }),
  };
}

function idOf(record: TestRecord | undefined, recordings: string): string | undefined {
  if (record === undefined) return undefined;
  const path = record.recording.replace(/\.trace(\.new)?\.json$/, '');
  return path.startsWith(`${recordings}/`) ? path.slice(recordings.length + 1) : path;
}

function isFiltered(vitest: Vitest): boolean {
  const { testNamePattern, related, changed, shard } = vitest.config;
  const { filenamePattern = [] } = vitest as { filenamePattern?: string[] };
  return (
    testNamePattern !== undefined ||
    Boolean(related?.length) ||
    changed !== undefined ||
    shard !== undefined ||
    filenamePattern.length > 0
  );
}

/** Recordings of test runs that no test of this run has; a skipped test has no record, so that its name decides. */
function unusedRecordings(root: string, recordings: string, tests: readonly TestReport[]): string[] {
  const folder = resolve(root, recordings);
  // A test that could not run does not say which recording is its own.
  const unsure = tests.some(({ state, record }) => state === 'skipped' || record?.problem !== undefined);
  if (!existsSync(folder) || unsure) return [];
  const used = new Set(tests.flatMap(({ record }) => record?.recording ?? []));
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.trace.json'))
    .map((file) => toSlashes(join(recordings, file)))
    .filter((file) => !used.has(file) && belongsToSpec(join(root, file)))
    .sort();
}

// What was imported belongs to no spec; the header stands first in the file.
function belongsToSpec(file: string): boolean {
  return !/^\s*"spec": "",?$/m.test(readFileSync(file, 'utf8').slice(0, 1_000));
}

function toSlashes(path: string): string {
  return path.split(sep).join('/');
}
