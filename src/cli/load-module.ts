import { existsSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { AppError, messageOf } from '../core/errors.ts';
import { printable } from '../core/printable.ts';
import { resolveOwnPackage } from '../harness/project/own-package.ts';

/**
 * Imports a TypeScript or JavaScript file of the project through vite and answers its exports.
 * A missing file, a file that does not parse or throws, and missing peers are CONFIG_INVALID in one sentence.
 */
export async function loadModule(file: string, root: string): Promise<Record<string, unknown>> {
  const shown = isAbsolute(file) ? relative(root, file).replaceAll('\\', '/') : file;
  if (!existsSync(file)) throw new AppError('CONFIG_INVALID', `There is no file ${shown}.`);
  const vite = await importPeer(() => import('vite'), 'vite');
  process.setSourceMapsEnabled(true);
  try {
    const { module } = await vite.runnerImport<Record<string, unknown>>(file, {
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [ownPackagePlugin],
    });
    return module;
  } catch (error) {
    const reason = describeLoadError(error, root);
    throw new AppError('CONFIG_INVALID', `${shown} cannot be loaded: ${reason}.`, { cause: error });
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

interface TransformError {
  message: string;
  loc?: { file?: string; line?: number };
}

/** What went wrong in user code, in half a sentence with its place: `boom (specs/a.ts:3)`. */
function describeLoadError(error: unknown, root: string): string {
  const [transform] = (error as { errors?: TransformError[] } | null)?.errors ?? [];
  const message = firstLine(transform?.message ?? messageOf(error));
  const place = transform?.loc === undefined ? placeInStack(error, root) : transform.loc;
  if (place?.file === undefined || place.line === undefined) return message;
  return `${message} (${relative(root, place.file).replaceAll('\\', '/')}:${place.line})`;
}

function firstLine(message: string): string {
  const [first = ''] = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const missing = /^Failed to load url (\S+) .* in (.+)\. Does the file exist\?$/.exec(first);
  if (missing !== null) return `there is no file ${printable(missing[1]!)}`;
  return printable(first.replace(/^\[[A-Z_]+\] /, '').replace(/\.$/, ''));
}

// The first frame in the project's own code says more than any frame of a library.
function placeInStack(error: unknown, root: string): TransformError['loc'] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  for (const [, file, line] of stack.matchAll(
    /\(?(?:file:\/\/)?(\/[^():\n]+|[A-Za-z]:[^():\n]+):(\d+):\d+\)?$/gm,
  )) {
    if (file!.startsWith(root) && !file!.includes('node_modules')) return { file: file!, line: Number(line) };
  }
  return undefined;
}
