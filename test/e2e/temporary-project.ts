import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const cli = join(repository, 'dist/src/cli/main.js');

/** The end-to-end tests run what is built; `npm test` builds first. */
export const isBuilt = existsSync(cli);

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** A project in a folder of its own, with this package and its peers linked into node_modules. */
export interface TemporaryProject {
  root: string;
  write(files: Record<string, string>): void;
  read(path: string): string;
  /** All files of the project but node_modules and caches, sorted. */
  files(): string[];
  touchstone(words: string[], environment?: Record<string, string>): Promise<Ended>;
  node(words: string[], environment?: Record<string, string>): Promise<Ended>;
  dispose(): void;
}

const peers = ['vitest', 'vite', 'zod'];

export function temporaryProject(
  files: Record<string, string> = {},
  packages: string[] = peers,
): TemporaryProject {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'touchstone-e2e-')));
  mkdirSync(join(root, 'node_modules'));
  symlinkSync(repository, join(root, 'node_modules/touchstone'));
  for (const name of packages)
    symlinkSync(realpathSync(join(repository, 'node_modules', name)), join(root, 'node_modules', name));
  const project: TemporaryProject = {
    root,
    write(more) {
      for (const [path, text] of Object.entries(more)) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      }
    },
    read: (path) => readFileSync(join(root, path), 'utf8'),
    files: () =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
        .filter((path) => !path.startsWith('node_modules') && !path.startsWith('.touchstone'))
        .sort(),
    touchstone: (words, environment = {}) => run([cli, ...words], root, environment),
    node: (words, environment = {}) => run(words, root, environment),
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
  project.write({ 'package.json': '{ "name": "e2e", "type": "module", "private": true }\n', ...files });
  return project;
}

function run(words: string[], cwd: string, environment: Record<string, string>): Promise<Ended> {
  // The tests themselves run in CI and in vitest; the project must see neither.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(CI|VITEST|TEST|NODE_ENV|TOUCHSTONE_)/.test(name)),
  );
  return new Promise((resolveEnd) => {
    const child = spawn(process.execPath, words, { cwd, env: { ...env, NO_COLOR: '1', ...environment } });
    const ended: Ended = { code: null, out: '', err: '' };
    child.stdout.on('data', (chunk: Buffer) => (ended.out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (ended.err += chunk.toString()));
    child.on('close', (code) => resolveEnd({ ...ended, code }));
  });
}
