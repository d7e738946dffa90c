import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isBuilt, temporaryProject, type TemporaryProject } from './temporary-project.ts';

const files = {
  '.gitignore': 'node_modules\n.touchstone/\n*.trace.new.json\n',
  'touchstone.config.ts': `import { defineConfig } from 'touchstone/config';
export default defineConfig({ specs: ['specs/*.spec.ts'], recordings: 'recordings' });
`,
  'specs/refund.spec.ts': `import { tool } from 'touchstone';
import { expect, test } from 'touchstone/vitest';
import { z } from 'zod';
const issueRefund = tool({
  name: 'issueRefund',
  description: 'Refunds an order.',
  inputSchema: z.object({ amount: z.number() }),
  outputSchema: z.object({ id: z.string() }),
  execute: () => ({ id: 're_1' }),
});
test('small order', async ({ harness }) => {
  const run = await harness.call(issueRefund, { amount: 40 });
  expect(run).toHaveStatus('succeeded');
});
`,
};

let project: TemporaryProject;
beforeEach(() => (project = temporaryProject(files)));
afterEach(() => project.dispose());

function git(...words: string[]): void {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...identity, ...words], { cwd: project.root, stdio: 'pipe' });
}

function commit(message: string): void {
  git('add', '-A');
  git('commit', '-q', '-m', message);
}

describe.skipIf(!isBuilt)('check --base (needs npm run build)', () => {
  test('a branch that behaves otherwise regresses; once recorded and accepted it proposes a change with its reason', async () => {
    expect((await project.touchstone(['run'])).code).toBe(0);
    expect((await project.touchstone(['accept', '--all'])).code).toBe(0);
    git('init', '-q', '-b', 'main');
    commit('base');
    git('checkout', '-q', '-b', 'feature');
    const check = async () => {
      const { code, out, err } = await project.touchstone(['check', '--base', 'main', '--json'], { CI: '1' });
      if (err !== '') return { code, err };
      const report = JSON.parse(out) as {
        verdict: string;
        tests: { proposed?: unknown; record: { runs: { differences: { path: string }[] }[] } }[];
      };
      const [one] = report.tests;
      const paths = one?.record.runs.flatMap((run) => run.differences.map(({ path }) => path));
      return { code, verdict: report.verdict, paths, proposed: one?.proposed };
    };
    project.write({
      'specs/refund.spec.ts': files['specs/refund.spec.ts'].replace('amount: 40', 'amount: 400'),
    });
    expect(await check()).toMatchObject({ code: 1, verdict: 'failed' });

    expect((await project.touchstone(['record'])).code).toBe(1);
    expect((await project.touchstone(['accept', '--all', '--reason', 'fees are refunded'])).code).toBe(0);
    commit('refund more');
    expect(await check()).toMatchObject({
      code: 0,
      verdict: 'changed',
      paths: expect.arrayContaining(['input.amount']),
      proposed: { reason: 'fees are refunded' },
    });
  }, 120_000);

  test('an unknown base and a folder without git are one sentence and exit code 2', async () => {
    expect(await project.touchstone(['check', '--base', 'main'])).toEqual({
      code: 2,
      out: '',
      err: 'This folder is in no git repository; check --base compares with a commit.\n',
    });
    git('init', '-q', '-b', 'main');
    commit('base');
    expect(await project.touchstone(['check', '--base', 'nowhere'])).toEqual({
      code: 2,
      out: '',
      err: 'git knows no commit nowhere; fetch it first, in CI with fetch-depth: 0.\n',
    });
  }, 60_000);
});
