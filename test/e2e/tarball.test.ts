import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBuilt } from './temporary-project.ts';

const repository = resolve(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
  exports: Record<string, unknown>;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
};
const doors = Object.keys(manifest.exports).filter((door) => door !== './package.json');
const specifierOf = (door: string): string => `touchstone${door.slice(1)}`;

let root: string;
const installed = (...parts: string[]): string => join(root, 'node_modules', ...parts);

function link(name: string): void {
  const source = join(repository, 'node_modules', name);
  if (!existsSync(source)) return;
  mkdirSync(join(installed(name), '..'), { recursive: true });
  symlinkSync(realpathSync(source), installed(name));
}

function run(command: string, words: string[]): { code: number; out: string } {
  try {
    const out = execFileSync(command, words, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { code: 0, out };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    return { code: status, out: `${stdout}${stderr}` };
  }
}

/** What `npm install touchstone-x.tgz` leaves, without asking a registry: the packed files, and links to what they need. */
describe.skipIf(!isBuilt)('the packed package in an empty project (needs npm run build)', () => {
  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'touchstone-tarball-')));
    const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', root], {
      cwd: repository,
      encoding: 'utf8',
    });
    const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
    mkdirSync(installed('touchstone'), { recursive: true });
    execFileSync('tar', [
      '-xzf',
      join(root, filename),
      '--strip-components=1',
      '-C',
      installed('touchstone'),
    ]);
    for (const name of [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)])
      link(name);
    for (const name of ['typescript', '@types/node']) link(name);
    writeFileSync(join(root, 'package.json'), '{ "name": "empty", "type": "module", "private": true }\n');
  }, 60_000);
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test('every door opens and gives something', { timeout: 60_000 }, () => {
    const outside = doors.filter((door) => door !== './vitest');
    const script = `for (const name of ${JSON.stringify(outside.map(specifierOf))}) {
      const names = Object.keys(await import(name));
      if (names.length === 0) throw new Error(name + ' is empty');
    }`;
    expect(run(process.execPath, ['--input-type=module', '-e', script])).toEqual({ code: 0, out: '' });
  });

  test.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])(
    'every door has types under module %s, resolution %s',
    { timeout: 60_000 },
    (module, moduleResolution) => {
      const lines = doors.map((door, index) => `import * as door${index} from '${specifierOf(door)}';`);
      writeFileSync(
        join(root, 'doors.ts'),
        `${lines.join('\n')}\nexport const doors = [${doors.map((_, index) => `door${index}`).join(', ')}];\n`,
      );
      const compilerOptions = {
        module,
        moduleResolution,
        target: 'es2023',
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        types: ['node'],
      };
      writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['doors.ts'] }));
      expect(run(process.execPath, [installed('typescript/bin/tsc'), '-p', '.'])).toEqual({
        code: 0,
        out: '',
      });
    },
  );

  test('the bin runs, and names a missing peer with the command that installs it', () => {
    const bin = installed('touchstone/dist/src/cli/main.js');
    expect(run(process.execPath, [bin, '--version'])).toMatchObject({ code: 0 });
    writeFileSync(join(root, 'touchstone.config.ts'), 'export default {};\n');
    for (const peer of ['vitest', 'vite', 'zod']) {
      rmSync(installed(peer));
      expect(run(process.execPath, [bin, 'run'])).toEqual({
        code: 2,
        out: expect.stringMatching(
          new RegExp(`^The package ${peer}.* is not installed; run: npm install --save-dev ${peer}\n$`),
        ),
      });
      link(peer);
    }
  });
});
