import { linkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { approved, call, outside, sandbox, useFolders, workspace } from './play-sandbox.ts';

useFolders();

describe('commands', () => {
  const rules = {
    exec: { security: 'allowlist' as const, allowlist: ['cat *', 'ls *', 'echo *', 'git status'] },
  };

  test('run by a rule, or wait for a person who sees exactly what would run', async () => {
    expect(await call('exec', { command: "cat 'src/a.ts' | cat 2>/dev/null" }, rules)).toMatchObject({
      status: 'succeeded',
    });
    expect(
      await call(
        'exec',
        { command: "cat 'src/a.ts' 2>/dev/null" },
        { exec: { security: 'allowlist', allowlist: ['cat *'] } },
      ),
    ).toMatchObject({
      output: { exitCode: 0, stdout: 'const a = 1;\nconst b = 2;\n', stderr: '', timedOut: false },
    });
    const broker = sandbox(rules);
    await broker.call({
      toolName: 'exec',
      input: { command: 'node evil.mjs\u001b[2K', cwd: 'src', env: { NODE_OPTIONS: '-r x' } },
    });
    expect(broker.approvals()[0]!.reasons).toEqual([
      'Command: node evil.mjs\\u{1b}[2K · in src · with NODE_OPTIONS=-r x · The command cannot be judged: it contains control characters.',
    ]);
  });

  test('that a rule allows still ask for places outside, folders outside and variables that load code', async () => {
    symlinkSync(join(outside, 'secret.txt'), join(workspace, 'link'));
    linkSync(join(outside, 'secret.txt'), join(workspace, 'hard'));
    for (const input of [
      { command: 'cat ../outside/secret.txt' },
      { command: 'cat link' },
      { command: 'cat hard' },
      { command: 'ls .', cwd: '..' },
      { command: 'git status', env: { GIT_EXTERNAL_DIFF: 'x' } },
      { command: 'ls .', env: { LD_PRELOAD: './evil.so' } },
    ]) {
      expect([input, (await call('exec', input, rules)).status]).toEqual([input, 'awaiting_approval']);
    }
  });

  test('run after approval, in their folder, with their variables, within their time', async () => {
    expect(
      await approved('exec', { command: 'pwd; echo $GIVEN; exit 3', cwd: 'src', env: { GIVEN: 'yes' } }),
    ).toMatchObject({
      output: { exitCode: 3, stdout: `${join(workspace, 'src')}\nyes\n` },
    });
    expect(await approved('exec', { command: 'sleep 30', timeoutMs: 100 })).toMatchObject({
      output: { exitCode: 137, timedOut: true },
    });
    expect(await approved('exec', { command: 'true', cwd: 'none' })).toMatchObject({
      error: { message: expect.stringContaining('does not exist') },
    });
    expect(await approved('exec', { command: 'true', cwd: 'src/a.ts' })).toMatchObject({
      error: { message: expect.stringContaining('is not a directory') },
    });
  });

  test('see no secret of this process, whoever allowed them', async () => {
    process.env['SECRET_FOR_TEST'] = 'hidden-value';
    const result = await call(
      'exec',
      { command: 'env; cat /proc/$PPID/environ' },
      { exec: { security: 'allow-always' } },
    );
    delete process.env['SECRET_FOR_TEST'];
    expect(JSON.stringify(result)).not.toContain('hidden-value');
  });
});
