import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { AppError } from '../core/errors.ts';
import { formatPath } from '../core/paths.ts';
import { resolveConfig, type ProjectConfig, type ResolvedConfig } from '../harness/project/project-config.ts';
import { loadModule } from './load-module.ts';

/** A project as the commands see it. All paths are absolute. */
export interface Project {
  /** The folder of the configuration file; every path in it counts from here. */
  root: string;
  configFile: string;
  config: ResolvedConfig;
  recordings: string;
}

const configNames = [
  'touchstone.config.ts',
  'touchstone.config.mts',
  'touchstone.config.js',
  'touchstone.config.mjs',
];

const configSchema = z.strictObject({
  specs: z.union([z.string(), z.array(z.string())]).optional(),
  recordings: z.string().min(1).optional(),
  tools: z.union([z.string(), z.array(z.unknown())]).optional(),
  worlds: z.record(z.string(), z.unknown()).optional(),
  policies: z.array(z.unknown()).optional(),
  waivers: z
    .array(
      z.strictObject({
        ruleId: z.string().min(1),
        toolName: z.string().optional(),
        id: z.string().optional(),
        reason: z.string().min(1),
        expires: z.iso.date(),
      }),
    )
    .optional(),
});

/** Loads the configuration: the file named by `--config`, or `touchstone.config.ts` of the folder. */
export async function loadProject(cwd: string, configOption: unknown): Promise<Project> {
  const configFile = findConfig(cwd, typeof configOption === 'string' ? configOption : undefined);
  const root = dirname(configFile);
  const exported = (await loadModule(configFile, cwd))['default'];
  const checked = configSchema.safeParse(exported);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const at = issue && issue.path.length > 0 ? ` at ${formatPath(issue.path)}` : '';
    throw new AppError(
      'CONFIG_INVALID',
      `${relative(cwd, configFile)} does not export a valid configuration as its default${at}: ${issue?.message}.`,
    );
  }
  const config = resolveConfig(exported as ProjectConfig);
  return { root, configFile, config, recordings: resolve(root, config.recordings) };
}

/** The folder of recordings: what the configuration says, or `recordings` where there is no configuration. */
export async function recordingsFolder(cwd: string, configOption: unknown): Promise<string> {
  return hasConfig(cwd, configOption)
    ? (await loadProject(cwd, configOption)).recordings
    : join(cwd, 'recordings');
}

/** Tells whether there is a configuration: one was named, or the folder has one. */
export function hasConfig(cwd: string, configOption: unknown): boolean {
  return configOption !== undefined || configNames.some((name) => existsSync(join(cwd, name)));
}

function findConfig(cwd: string, named: string | undefined): string {
  if (named !== undefined) {
    const file = resolve(cwd, named);
    if (existsSync(file)) return file;
    throw new AppError(
      'CONFIG_INVALID',
      `There is no configuration file ${named}; name an existing file with --config.`,
    );
  }
  for (const name of configNames) {
    if (existsSync(join(cwd, name))) return join(cwd, name);
  }
  throw new AppError(
    'CONFIG_INVALID',
    `There is no touchstone.config.ts in ${cwd}; make one with: npx touchstone init`,
  );
}
