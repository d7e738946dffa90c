import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { isPlainObject } from '../../core/json.ts';

/** A command as it can be started in another folder, and what it needs of the environment besides. */
export interface ResolvedCommand {
  words: readonly string[];
  environment: Record<string, string>;
}

/**
 * Makes a command line independent of the folder in which it was written, since a server runs in a fresh folder of its own:
 * `npx <package>` becomes the installed package's own program where the package is installed, words that name a file
 * become absolute, and an `npx` that still has to fetch keeps the user's npm configuration and cache.
 * @param folder where the command was written. @default the current folder
 */
export function resolveCommand(words: readonly string[], folder: string = process.cwd()): ResolvedCommand {
  const [program = '', ...rest] = words;
  if (program !== 'npx') {
    const started = program.includes('/') ? absoluteFile(program, folder) : program;
    return { words: [started, ...rest.map((word) => absoluteFile(word, folder))], environment: {} };
  }
  const at = rest.findIndex((word) => !word.startsWith('-'));
  const flags = rest.slice(0, at === -1 ? rest.length : at);
  const given = at === -1 ? undefined : rest[at];
  const onlyAssent = flags.every((flag) => ['-y', '--yes', '-q', '--quiet', '--no'].includes(flag));
  const local = given !== undefined && onlyAssent ? installedProgram(given, folder) : undefined;
  if (local === undefined) return { words, environment: npmEnvironment() };
  const args = rest.slice(at + 1).map((word) => absoluteFile(word, folder));
  return { words: [process.execPath, local, ...args], environment: {} };
}

function absoluteFile(word: string, folder: string): string {
  if (word === '' || word.startsWith('-') || word.length > 1_000) return word;
  const file = resolve(folder, word);
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true ? file : word;
}

/** The file that a package, installed in the folder or above it, names as its program. */
function installedProgram(given: string, folder: string): string | undefined {
  const [, name = '', version] = /^((?:@[^/@]+\/)?[^/@]+)(?:@(.+))?$/.exec(given) ?? [];
  if (name === '') return undefined;
  for (let above = folder; ; above = dirname(above)) {
    const home = join(above, 'node_modules', ...name.split('/'));
    const found = existsSync(join(home, 'package.json')) ? programOf(home, name, version) : undefined;
    if (found !== undefined || dirname(above) === above) return found;
  }
}

function programOf(home: string, name: string, version: string | undefined): string | undefined {
  const manifest = readManifest(join(home, 'package.json'));
  // Another version than the one asked for is npx's business.
  if (manifest === undefined || (version !== undefined && version !== manifest['version'])) return undefined;
  const { bin } = manifest;
  if (typeof bin === 'string') return resolve(home, bin);
  if (!isPlainObject(bin)) return undefined;
  const short = name.replace(/^@[^/]+\//, '');
  const files = Object.values(bin);
  const file = files.length === 1 ? files[0] : bin[short];
  return typeof file === 'string' ? resolve(home, file) : undefined;
}

function readManifest(file: string): Record<string, unknown> | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isPlainObject(manifest) ? manifest : undefined;
  } catch {
    return undefined;
  }
}

// HOME is the server's folder; without these npx would fetch each time, and know no registry but the public one.
function npmEnvironment(): Record<string, string> {
  const userConfig = process.env['npm_config_userconfig'] ?? join(homedir(), '.npmrc');
  const cache = process.env['npm_config_cache'] ?? join(homedir(), '.npm');
  return {
    npm_config_cache: cache,
    npm_config_yes: 'true',
    ...(existsSync(userConfig) && { npm_config_userconfig: userConfig }),
  };
}
