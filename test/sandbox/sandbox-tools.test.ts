import { spawn } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { sandboxTools } from '../../src/sandbox/sandbox-tools.ts';
import { approved, call, outside, sandbox, useFolders, workspace } from './play-sandbox.ts';

useFolders();

test('six tools, or those that are named', () => {
  expect(sandboxTools({ workspace }).map(({ name }) => name)).toEqual([
    'exec',
    'read',
    'write',
    'edit',
    'glob',
    'grep',
  ]);
  expect(sandboxTools({ workspace, tools: ['read'] })).toHaveLength(1);
  expect(() => sandboxTools({ workspace: '/no/such' })).toThrow(/not a folder/);
});

test('two sandboxes share nothing', async () => {
  sandboxTools({ workspace, exec: { security: 'allow-always' } });
  expect(await call('exec', { command: 'echo hi' })).toMatchObject({ status: 'awaiting_approval' });
});

describe('files inside the workspace', () => {
  test('are read, in part too; binaries, folders and other encodings are told', async () => {
    expect(await call('read', { path: 'src/a.ts', offset: 1, limit: 1 })).toMatchObject({
      output: { content: 'const b = 2;', totalLines: 3, truncated: false },
    });
    writeFileSync(join(workspace, 'bin'), Buffer.of(1, 0, 2));
    writeFileSync(join(workspace, 'latin'), Buffer.of(0xe9, 0x20));
    expect(await call('read', { path: 'bin' })).toMatchObject({
      error: { message: '"' + join(workspace, 'bin') + '" is a binary file.' },
    });
    expect(await call('read', { path: 'latin' })).toMatchObject({ status: 'failed' });
    expect(await call('read', { path: 'src' })).toMatchObject({ error: { code: 'TOOL_EXECUTION_FAILED' } });
    expect(await call('read', { path: 'none' })).toMatchObject({ error: { code: 'TOOL_EXECUTION_FAILED' } });
    expect(await call('read', { path: 'src/a.ts', offset: -1 })).toMatchObject({
      error: { code: 'VALIDATION_FAILED' },
    });
  });

  test('are written with their folders, and ask first where writing asks', async () => {
    expect(await call('write', { path: 'x/y/z.txt', content: 'é' })).toMatchObject({
      output: { path: 'x/y/z.txt', bytes: 2, created: true },
    });
    expect(await call('write', { path: 'a.txt', content: '' }, { fileApproval: 'always' })).toMatchObject({
      status: 'awaiting_approval',
    });
    expect(existsSync(join(workspace, 'a.txt'))).toBe(false);
  });

  test('are edited exactly: once, word for word, without special patterns', async () => {
    expect(
      await call('edit', { path: 'src/a.ts', oldText: 'const b = 2;', newText: "$& $$ $'" }),
    ).toMatchObject({ output: { line: 2 } });
    expect(readFileSync(join(workspace, 'src/a.ts'), 'utf8')).toBe("const a = 1;\n$& $$ $'\n");
    expect(await call('edit', { path: 'src/a.ts', oldText: '$', newText: '' })).toMatchObject({
      error: { message: expect.stringContaining('more than once') },
    });
    expect(await call('edit', { path: 'src/a.ts', oldText: 'nothing', newText: '' })).toMatchObject({
      status: 'failed',
    });
    expect(await call('edit', { path: 'src/a.ts', oldText: '', newText: 'x' })).toMatchObject({
      error: { code: 'VALIDATION_FAILED' },
    });
  });

  test.each([
    '.git/config',
    '.git',
    '.GIT/hooks/x',
    '.g\u200cit/config',
    '.git./config',
    'package.json',
    '.env',
    '.husky/pre-commit',
    '.mcp.json',
    'vitest.config.ts',
    '.vscode/tasks.json',
    'sub/HEAD',
    '.yarnrc.yml',
    '.cLaude/settings.json',
  ])('writing %s asks even where writing is free', async (path) => {
    expect(await call('write', { path, content: 'x' })).toMatchObject({ status: 'awaiting_approval' });
  });

  test('are found by pattern and by text, links and hostile patterns do no harm', async () => {
    symlinkSync(outside, join(workspace, 'out'));
    linkSync(join(outside, 'secret.txt'), join(workspace, 'hard.txt'));
    expect(await call('glob', { pattern: 'src/**/*.ts' })).toMatchObject({ output: { files: ['src/a.ts'] } });
    expect(await call('glob', { pattern: '*.{ts,txt}' })).toMatchObject({
      output: { files: ['hard.txt', 'src/a.ts'] },
    });
    expect(await call('grep', { pattern: 'b = \\d', contextLines: 1 })).toMatchObject({
      output: {
        matches: [{ path: 'src/a.ts', line: 2, text: 'const b = 2;', before: ['const a = 1;'], after: [''] }],
      },
    });
    expect(await call('grep', { pattern: 'CANARY' })).toMatchObject({ output: { matches: [] } });
    expect(await call('glob', { pattern: '$(touch x)' })).toMatchObject({ output: { files: [] } });
    writeFileSync(join(workspace, 'long.txt'), 'a'.repeat(40));
    expect(await call('grep', { pattern: '(a+)+$b' })).toMatchObject({
      status: 'failed',
      error: { message: expect.stringContaining('takes longer') },
    });
    const started = performance.now();
    await call('glob', { pattern: `${'*a'.repeat(30)}b` });
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

describe('what leads outside', () => {
  beforeEach(() => {
    symlinkSync('../outside/secret.txt', join(workspace, 'rel'));
    symlinkSync('/', join(workspace, 'root'));
    symlinkSync(outside, join(workspace, 'dir'));
    symlinkSync(join(outside, 'new.txt'), join(workspace, 'dangling'));
    symlinkSync('/proc/self', join(workspace, 'proc'));
    linkSync(join(outside, 'secret.txt'), join(workspace, 'hard.txt'));
  });

  const reads = () => [
    '../outside/secret.txt',
    'src/../../outside/secret.txt',
    'rel',
    `root${outside}/secret.txt`,
    'dir/secret.txt',
    'hard.txt',
    'proc/environ',
    '/proc/self/environ',
    `/proc/self/root${outside}/secret.txt`,
    `${outside}/secret.txt`,
  ];

  test('is never read without a person', async () => {
    for (const path of reads())
      expect([path, (await call('read', { path })).status]).toEqual([path, 'awaiting_approval']);
  });

  test('is never written without a person, not even through links to nothing', async () => {
    for (const path of ['../outside/x', 'dir/x', 'rel', 'dangling', 'hard.txt', 'root/tmp/touchstone-x']) {
      const { status } = await call('write', { path, content: 'PWNED' });
      expect([path, ['awaiting_approval', 'failed'].includes(status)]).toEqual([path, true]);
    }
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('CANARY');
    expect(existsSync(join(outside, 'new.txt'))).toBe(false);
    expect(existsSync(join(outside, 'x'))).toBe(false);
  });

  test('is read after a person agreed, by its own name and not by a link', async () => {
    expect(await approved('read', { path: `${outside}/secret.txt` })).toMatchObject({
      output: { content: 'CANARY' },
    });
    expect(await approved('read', { path: 'rel' })).toMatchObject({
      status: 'failed',
      error: { message: expect.stringContaining('name that path itself') },
    });
  });

  test('the twin: without the restriction the same reads go through', async () => {
    writeFileSync(join(outside, 'plain.txt'), 'CANARY');
    symlinkSync('../outside/plain.txt', join(workspace, 'plain'));
    expect(await call('read', { path: 'plain' }, { pathRestriction: 'none' })).toMatchObject({
      output: { content: 'CANARY' },
    });
  });

  test('a path with control characters, an empty or endless one is refused', async () => {
    for (const path of [' ', 'a\0b', 'x/'.repeat(3_000)]) {
      expect(await call('read', { path })).toMatchObject({
        status: 'failed',
        error: { code: 'TOOL_EXECUTION_FAILED' },
      });
    }
  });

  test('in 1,000 writes while a folder is swapped for a link nothing gets out', async () => {
    mkdirSync(join(workspace, 'race'));
    // Another process swaps the folder as fast as it can.
    const swap = `const fs=require('fs');process.chdir(${JSON.stringify(workspace)});fs.symlinkSync(${JSON.stringify(outside)},'evil');
      process.stdout.write('go');for(;;){try{fs.renameSync('race','kept');fs.renameSync('evil','race');fs.renameSync('race','evil');fs.renameSync('kept','race')}catch{}}`;
    const child = spawn(process.execPath, ['-e', swap], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const statuses = new Map<string, number>();
    const broker = sandbox();
    for (let round = 0; round < 1_000; round += 1) {
      const { status } = await broker.call({
        toolName: 'write',
        input: { path: `race/${round % 7}.txt`, content: 'x' },
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    const escaped = [0, 1, 2, 3, 4, 5, 6].filter((name) => existsSync(join(outside, `${name}.txt`)));
    expect(escaped).toEqual([]);
    expect(statuses.get('succeeded') ?? 0).toBeGreaterThan(0);
  });
});
