import { existsSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError, messageOf } from '../core/errors.ts';
import { resolveOwnPackage } from '../harness/own-package.ts';

/**
 * Imports a TypeScript or JavaScript file of the project through vite and answers its exports.
 * A missing file, a file that does not parse or throws, and missing peers are CONFIG_INVALID in one sentence.
 */
export async function loadModule(file: string, root: string): Promise<Record<string, unknown>> {
  const shown = isAbsolute(file) ? relative(root, file).replaceAll('\\', '/') : file;
  if (!existsSync(file)) throw new AppError('CONFIG_INVALID', `There is no file ${shown}.`);
  const vite = await importPeer(() => import('vite'), 'vite');
  try {
    const { module } = await vite.runnerImport<Record<string, unknown>>(pathToFileURL(file).href, {
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [ownPackagePlugin],
    });
    return module;
  } catch (error) {
    throw new AppError(
      'CONFIG_INVALID',
      `${shown} cannot be loaded: ${oneLine(messageOf(error))}${placeOf(error, file)}.`,
      {
        cause: error,
      },
    );
  }
}

/** Imports an optional peer; where it is missing, the sentence names it and the command that installs it. */
export async function importPeer<Module>(load: () => Promise<Module>, name: string): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error, name)) throw error;
    throw new AppError(
      'CONFIG_INVALID',
      `The package ${name}, which this command needs, is not installed; run: npm install --save-dev ${name}`,
      { cause: error },
    );
  }
}

const ownPackagePlugin = {
  name: 'touchstone:own-package',
  enforce: 'pre' as const,
  resolveId(id: string) {
    const own = resolveOwnPackage(id);
    return own === undefined ? undefined : { id: pathToFileURL(own).href, external: true };
  },
};

function isMissing(error: unknown, name: string): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === 'ERR_MODULE_NOT_FOUND' && messageOf(error).includes(`'${name}'`);
}

function oneLine(message: string): string {
  const [first = ''] = message
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return first.replace(/\.$/, '');
}

// Where the error has a frame inside the file itself, that line says more than any frame of a library.
function placeOf(error: unknown, file: string): string {
  const loc = (error as { loc?: { line?: number; column?: number } } | null)?.loc;
  if (typeof loc?.line === 'number') return ` (line ${loc.line})`;
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const at = stack.indexOf(`${file}:`);
  const line = at === -1 ? undefined : /^:(\d+)/.exec(stack.slice(at + file.length))?.[1];
  return line === undefined ? '' : ` (line ${line})`;
}
