import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vitest/config';
import { ownPackage, resolveOwnPackage } from './project/own-package.ts';
import type { WorkerSettings } from './vitest-settings.ts';

export interface TouchstonePluginOptions {
  /** The configuration file, absolute or relative to vitest's root. @default touchstone.config.ts, where there is one */
  config?: string;
  /** The folder of the recordings. @default what the configuration says */
  recordings?: string;
  /** @default the environment variable TOUCHSTONE_MODE, then `replay` in CI and `auto` elsewhere */
  mode?: WorkerSettings['mode'];
  /** Seed of ids and chance. */
  seed?: number;
}

const configModule = 'virtual:touchstone-config';
const setupFile = fileURLToPath(new URL('./vitest-setup.js', import.meta.url));

/**
 * The vitest plugin: hands the project's configuration to the `harness` fixture and adds Touchstone's reporter where
 * none is configured. Nothing heavy is loaded.
 */
export function touchstonePlugin(options: TouchstonePluginOptions = {}): Plugin {
  let configFile: string | undefined;
  return {
    name: 'touchstone',
    enforce: 'pre',
    config(userConfig) {
      const root = resolve(userConfig.test?.root ?? userConfig.root ?? process.cwd());
      configFile = findConfigFile(root, options.config);
      return { test: { setupFiles: [setupFile], server: { deps: { inline: [setupFile] } } } };
    },
    resolveId(id) {
      if (id === configModule) return `\0${configModule}`;
      const own = resolveOwnPackage(id);
      return own === undefined ? undefined : { id: own, external: true };
    },
    load(id) {
      if (id !== `\0${configModule}`) return undefined;
      if (configFile === undefined) return 'export default {};';
      return `export { default } from ${JSON.stringify(configFile)};`;
    },
    configureVitest({ vitest, project }) {
      const root = configFile === undefined ? project.config.root : dirname(configFile);
      project.provide('touchstone', {
        root,
        mode: options.mode ?? null,
        seed: options.seed ?? null,
        recordings: options.recordings ?? null,
        configFile: namedConfig(configFile),
      });
      addReporter(vitest.config.reporters as unknown[]);
    },
  };
}

function findConfigFile(root: string, named: string | undefined): string | undefined {
  if (named !== undefined) return resolve(root, named);
  return ['ts', 'mts', 'js', 'mjs']
    .map((extension) => join(root, `touchstone.config.${extension}`))
    .find((file) => existsSync(file));
}

// As the next command has to name it; nothing where that command finds it by itself.
function namedConfig(file: string | undefined): string | null {
  if (file === undefined || dirname(file) === process.cwd()) return null;
  return relative(process.cwd(), file).replaceAll('\\', '/');
}

// With several vitest projects this runs once for each; the reporter must be there once.
function addReporter(reporters: unknown[]): void {
  const isOurs = (reporter: unknown): boolean => {
    const [first] = Array.isArray(reporter) ? reporter : [reporter];
    if (typeof first === 'string') return first.startsWith('touchstone/') || first.startsWith(ownReporters);
    return typeof first === 'object' && first !== null && 'isTouchstoneReporter' in first;
  };
  const ownReporters = join(ownPackage().folder, 'dist', 'reporters');
  if (!reporters.some(isOurs)) reporters.push([resolveOwnPackage('touchstone/reporters/terminal'), {}]);
}
