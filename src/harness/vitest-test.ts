import { relative, resolve } from 'node:path';
import { inject, test as base, type TestContext } from 'vitest';
import { AppError, messageOf } from '../core/errors.ts';
import type { TestRecord } from '../review/report.ts';
import { activeConfig } from './project/active-config.ts';
import type { Harness, HarnessOptions } from './harness.ts';
import { openHarness } from './open-harness.ts';
import { placeOf } from './session/recording-place.ts';
import type { WorkerSettings } from './vitest-settings.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** What the test's harness saw; read by Touchstone's reporters. */
    touchstone?: TestRecord;
  }
}

export interface HarnessFixtures {
  /** Options for the harness of a test: `test.extend({ harnessOptions: { tools } })`. */
  harnessOptions: HarnessOptions;
  /** The harness of this test; its recording is named after the spec file and the test. Made when it is asked for. */
  harness: Harness;
}

/** vitest's `test` with the lazy `harness` fixture. */
export const test = base.extend<HarnessFixtures>({
  harnessOptions: {},
  harness: async ({ task, harnessOptions }, use) => {
    await useHarness(task, harnessOptions, use);
  },
});

type Task = TestContext['task'];

async function useHarness(
  task: Task,
  options: HarnessOptions,
  use: (harness: Harness) => Promise<void>,
): Promise<void> {
  const settings = workerSettings();
  const config = activeConfig();
  const root = settings?.root ?? process.cwd();
  const spec = relative(root, task.file.filepath).replaceAll('\\', '/');
  let harness: Harness;
  try {
    if (options.name === undefined) refuseTwins(task, spec);
    const recordings = options.recordings ?? settings?.recordings ?? config.recordings ?? 'recordings';
    const place = placeOf({
      root,
      recordings: resolve(root, recordings),
      spec,
      test: task.fullTestName,
      name: options.name,
      owner: task.id,
      commandLineMode: settings?.mode ?? undefined,
      seed: options.seed ?? settings?.seed ?? undefined,
      testName: task.name,
      configFile: settings?.configFile ?? undefined,
    });
    harness = openHarness(options, {
      ...place,
      judging: config.policies ?? [],
      worlds: config.worlds ?? {},
      waivers: config.waivers ?? [],
    });
    void harness.mode;
  } catch (error) {
    task.meta.touchstone = brokenRecord(spec, messageOf(error));
    throw error;
  }
  await use(harness);
  await endHarness(task, harness);
}

// Told before the first of them runs, so that nothing is written under a name that is not its own.
function refuseTwins(task: Task, spec: string): void {
  const twins = testsOf(task.file.tasks).filter(
    (other) => other.fullTestName === task.fullTestName && other.mode === 'run',
  );
  if (twins.length < 2) return;
  const lines = twins.flatMap(({ location }) => location?.line ?? []);
  const places = lines.length === twins.length ? ` (lines ${lines.join(' and ')})` : '';
  throw new AppError(
    'CONFIG_INVALID',
    `${twins.length === 2 ? 'Two' : twins.length} tests in ${spec} are called "${task.fullTestName}"${places} and would share one recording; give each a name of its own.`,
  );
}

function testsOf(tasks: readonly Task['file']['tasks'][number][]): Task[] {
  return tasks.flatMap((entry) => (entry.type === 'suite' ? testsOf(entry.tasks) : [entry as Task]));
}

async function endHarness(task: Task, harness: Harness): Promise<void> {
  const failed = task.result?.state === 'fail';
  const record = await harness.close({ failed, attempt: task.result?.retryCount ?? 0 });
  task.meta.touchstone = record;
  if (failed) return;
  const [miss] = record.misses;
  if (miss !== undefined) throw new AppError('REPLAY_MISMATCH', miss.message, { toolName: miss.toolName });
  const changed = record.runs.filter((run) => run.mode === 'record' && run.differences.length > 0);
  if (changed.length > 0) {
    const differences = changed.flatMap((run) => run.differences);
    throw new Error(
      [
        `The test behaves differently from its golden recording:`,
        ...differences.map(({ message }) => `  ${message}`),
      ].join('\n'),
    );
  }
}

function brokenRecord(spec: string, problem: string): TestRecord {
  return { spec, recording: '', runs: [], misses: [], unused: [], findings: [], problem };
}

// Without the plugin vitest provides nothing; a plain vitest project may still use the fixture.
function workerSettings(): WorkerSettings | undefined {
  return inject('touchstone') as WorkerSettings | undefined;
}
