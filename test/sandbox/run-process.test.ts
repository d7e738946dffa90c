import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { childEnvironment, isLoaderVariable } from '../../src/sandbox/process/environment.ts';
import { namespaceWords, type Isolation } from '../../src/sandbox/process/isolation.ts';
import { FAMILY_VARIABLE, marked } from '../../src/sandbox/process/kill-tree.ts';
import { outputText, plainText } from '../../src/sandbox/process/output-text.ts';
import { runProcess, type ProcessOptions } from '../../src/sandbox/process/run-process.ts';
import { readdirSync, readFileSync } from 'node:fs';

const run = (text: string, options: Partial<ProcessOptions> = {}) =>
  runProcess({
    argv: ['sh', '-c', text],
    cwd: tmpdir(),
    environment: childEnvironment(),
    timeoutMs: 5_000,
    maxOutputChars: 1_000,
    ...options,
  });

/** Living processes whose command line contains a text. */
function living(text: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'latin1').includes(text) ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

test('exit code, both streams and a missing program are told apart', async () => {
  expect(await run('echo out; echo err >&2; exit 42')).toMatchObject({
    exitCode: 42,
    stdout: 'out\n',
    stderr: 'err\n',
    truncated: false,
    timedOut: false,
  });
  expect(
    await runProcess({
      argv: ['no-such-program'],
      cwd: tmpdir(),
      environment: childEnvironment(),
      timeoutMs: 1_000,
      maxOutputChars: 100,
      isolation: 'process-group',
    }),
  ).toMatchObject({ exitCode: 127 });
});

const kinds: Isolation[] = namespaceWords().length > 0 ? ['namespaces', 'process-group'] : ['process-group'];

describe.each(kinds)('kept together by %s', (isolation) => {
  test.each([
    ['a child', 'sleep 4321.1 & wait'],
    ['a new session', 'setsid sleep 4321.2 & wait'],
    ['a double fork', '(setsid sh -c "sleep 4321.3 & sleep 4321.4" &) ; sleep 4321.5'],
    ['one that ignores TERM', 'trap "" TERM INT HUP; sleep 4321.6'],
  ])('after a timeout nothing of %s is alive', async (_name, text) => {
    const result = await run(text, { timeoutMs: 150, isolation });
    expect(result).toMatchObject({ exitCode: 137, timedOut: true, stderr: '\n[ended after 150 ms]' });
    expect(result.durationMs).toBeLessThan(1_150);
    expect(living('4321.')).toEqual([]);
  });

  test('what a program leaves behind is ended with it', async () => {
    const result = await run('setsid sleep 4322.1 & echo started', { isolation });
    expect(result).toMatchObject({ exitCode: 0, stdout: 'started\n' });
    expect(living('4322.')).toEqual([]);
  });

  test('endless output is cut to the limit and held flat', async () => {
    const result = await run('yes', { timeoutMs: 200, maxOutputChars: 100, isolation });
    expect(result).toMatchObject({ truncated: true, timedOut: true });
    expect(result.stdout.length).toBeLessThan(160);
  });
});

test.skipIf(!kinds.includes('namespaces'))(
  'in namespaces even a process that hid its mark and its group is ended (skipped where there are none)',
  async () => {
    await run('env -i setsid sh -c "sleep 4323.1 &" & sleep 4323.2', { timeoutMs: 150 });
    expect(living('4323.')).toEqual([]);
  },
);

test('the twin: without the kill of the family a new session would survive', async () => {
  const { spawn } = await import('node:child_process');
  const child = spawn('sh', ['-c', 'setsid sleep 4324.1 & wait'], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, [FAMILY_VARIABLE]: 'twin' },
  });
  await expect.poll(() => living('sleep\x004324.').length).toBeGreaterThan(0);
  process.kill(-child.pid!, 'SIGKILL');
  expect(living('sleep\x004324.')).not.toEqual([]);
  for (const pid of marked('twin')) process.kill(pid, 'SIGKILL');
});

test('an aborted signal ends the process', async () => {
  const controller = new AbortController();
  const running = run('sleep 60', { signal: controller.signal });
  controller.abort();
  expect((await running).durationMs).toBeLessThan(2_000);
});

test('a child sees the path and what is named, and no secret of this process', async () => {
  process.env['SECRET_FOR_TEST'] = 'hidden';
  const { stdout } = await run('env', { environment: childEnvironment([], { GIVEN: '1' }) });
  delete process.env['SECRET_FOR_TEST'];
  expect(stdout).toContain('GIVEN=1');
  expect(stdout).not.toContain('hidden');
});

test('variables that load code are known', () => {
  const loading = [
    'LD_PRELOAD',
    'NODE_OPTIONS',
    'GIT_SSH_COMMAND',
    'PYTHONPATH',
    'PERL5OPT',
    'BASH_ENV',
    'PATH',
    'npm_config_script_shell',
  ];
  expect(loading.filter((name) => !isLoaderVariable(name))).toEqual([]);
  expect(['CI', 'LANG', 'NODE_ENV', 'MY_FLAG'].filter(isLoaderVariable)).toEqual([]);
});

describe('output', () => {
  const collect = (text: string, limit: number) => {
    const collected = outputText(limit);
    collected.add(Buffer.from(text));
    return collected.finish();
  };

  test('is whole up to the limit, and cut to a fifth at the start and the rest at the end', () => {
    expect(collect('a'.repeat(100), 100)).toEqual({ text: 'a'.repeat(100), truncated: false });
    expect(collect('0123456789'.repeat(20), 50)).toEqual({
      text: '0123456789\n[… 150 characters left out …]\n0123456789012345678901234567890123456789',
      truncated: true,
    });
    expect(collect('abc', 0)).toEqual({ text: '\n[… 3 characters left out …]\n', truncated: true });
  });

  test('keeps characters whole over chunks and at cuts', () => {
    const collected = outputText(100);
    const bytes = Buffer.from('é😀');
    for (const byte of bytes) collected.add(Buffer.of(byte));
    expect(collected.finish().text).toBe('é😀');
    expect(collect('😀'.repeat(50), 10).text).toBe('😀\n[… 90 characters left out …]\n😀😀😀😀');
  });

  test('holds no terminal sequences', () => {
    expect(
      plainText('\u001b[31mred\u001b[0m \u001b]8;;http://x\u0007link\u001b\\ \u001b[?25l\u0007\ttab'),
    ).toBe('red link \ttab');
  });
});
