import { randomInt } from 'node:crypto';
import type { Reporter } from 'vitest/node';
import { AppError } from '../core/errors.ts';
import { isCi } from '../harness/session/decide-mode.ts';
import { touchstonePlugin } from '../harness/vitest-plugin.ts';
import type { WorkerSettings } from '../harness/vitest-settings.ts';
import type { CommandContext, ExitCode } from './command.ts';
import { importPeer } from './load-module.ts';
import { loadProject, type Project } from './load-project.ts';

type Mode = NonNullable<WorkerSettings['mode']>;

/** Runs the specs of the project through vitest; the reporters print, the exit code says how it went. */
export async function runSpecs(context: CommandContext, reporters?: Reporter[]): Promise<ExitCode> {
  const project = await loadProject(context.cwd, context.options['config']);
  const vitest = await importPeer(() => import('vitest/node'), 'vitest');
  const mode = context.options['mode'] as Mode | undefined;
  if (mode === 'record' && isCi(process.env)) {
    throw new AppError(
      'CONFIG_INVALID',
      'Recording executes tools and is refused in CI (the variable CI is set); record on your machine, accept and commit.',
    );
  }
  const seed = readSeed(context.options['seed']);
  process.exitCode = 0;
  const instance = await vitest.startVitest(
    'test',
    context.args,
    {
      root: project.root,
      config: false,
      watch: false,
      include: [...project.config.specs],
      reporters:
        reporters ?? (await chooseReporters(context, { seed, recordings: project.config.recordings })),
      includeTaskLocation: true,
      sequence: { seed },
      pool: 'forks',
      ...(typeof context.options['testName'] === 'string' && {
        testNamePattern: context.options['testName'],
      }),
    },
    { plugins: [pluginFor(project, mode, seed)] },
  );
  await instance.close();
  return toExitCode(process.exitCode);
}

const ownReporters = {
  terminal: () => import('../../reporters/terminal.ts'),
  json: () => import('../../reporters/json.ts'),
  html: () => import('../../reporters/html.ts'),
  github: () => import('../../reporters/github.ts'),
  sarif: () => import('../../reporters/sarif.ts'),
  junit: () => import('../../reporters/junit.ts'),
};

async function chooseReporters(
  { options }: CommandContext,
  settings: { seed: number; recordings: string },
): Promise<(Reporter | [string, Record<string, unknown>])[]> {
  const names = (options['reporter'] as string[] | undefined) ?? [
    options['json'] === true ? 'json' : 'terminal',
  ];
  return Promise.all(
    names.map(async (name) => {
      if (!Object.hasOwn(ownReporters, name)) return [name, {}] as [string, Record<string, unknown>];
      const { default: OwnReporter } = await ownReporters[name as keyof typeof ownReporters]();
      return new OwnReporter({ ...settings, alone: names.length === 1 });
    }),
  );
}

function pluginFor(project: Project, mode: Mode | undefined, seed: number) {
  return touchstonePlugin({
    config: project.configFile,
    recordings: project.config.recordings,
    seed,
    ...(mode !== undefined && { mode }),
  });
}

function readSeed(given: unknown): number {
  if (given === undefined) return randomInt(2 ** 31);
  const seed = Number(given);
  if (Number.isSafeInteger(seed) && seed >= 0) return seed;
  throw new AppError(
    'CONFIG_INVALID',
    `--seed takes a whole number from 0 up, not ${JSON.stringify(given)}.`,
  );
}

function toExitCode(code: number | string | null | undefined): ExitCode {
  return code === 0 || code === undefined || code === null ? 0 : Number(code) === 1 ? 1 : 2;
}
