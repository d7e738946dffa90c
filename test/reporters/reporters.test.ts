import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/review/report.ts';

const built = existsSync('dist/reporters/terminal.js');
const suite = resolve('test/reporters/suite');

/** Runs vitest itself over a suite with all reporters, in a pool; gives what each of them wrote. */
function run(pool: string, include = 'mixed.case.ts') {
  const out = mkdtempSync(join(tmpdir(), 'touchstone-reporters-'));
  const reporters = ['terminal', 'json', 'sarif', 'junit', 'github', 'html'].map((name) => [
    resolve(`dist/reporters/${name}.js`),
    { mode: 'replay', ...(name !== 'terminal' && { outputFile: join(out, name) }) },
  ]);
  const config = join(out, 'vitest.config.mjs');
  writeFileSync(
    config,
    `export default ${JSON.stringify({ test: { root: suite, include: [include], pool, reporters } })}`,
  );
  const env = { ...process.env, NO_COLOR: '1', GITHUB_STEP_SUMMARY: '' };
  const ended = spawnSync(
    'node',
    ['node_modules/vitest/vitest.mjs', 'run', '--config', config, '--root', suite],
    { encoding: 'utf8', env },
  );
  const read = (name: string): string =>
    existsSync(join(out, name)) ? readFileSync(join(out, name), 'utf8') : '';
  return { code: ended.status, text: `${ended.stdout}${ended.stderr}`, read };
}

describe.skipIf(!built)('the reporters in a real vitest (needs npm run build)', () => {
  test.each(['forks', 'threads'])(
    'all see the same, in the pool %s',
    (pool) => {
      const { code, text, read } = run(pool);
      const report = JSON.parse(read('json')) as Report;
      expect([code, report.verdict, report.totals]).toMatchObject([
        1,
        'failed',
        { tests: 7, passed: 4, failed: 2, skipped: 1, runs: 6, findings: 1, misses: 1, compared: 6 },
      ]);
      expect(report.findings.map(({ id }) => id)).toEqual(['f1']);
      const retried = report.tests.find(({ name }) => name === 'succeeds at the second try');
      expect([retried?.retries, retried?.record?.findings]).toEqual([1, []]);
      const sarif = JSON.parse(read('sarif')) as { runs: { results: { ruleId: string }[] }[] };
      const rules = sarif.runs[0]!.results.map(({ ruleId }) => ruleId).sort();
      expect(rules).toEqual(['replay/miss', 'tool/not-idempotent']);
      expect(read('junit').match(/<failure type=/g)?.length).toBe(rules.length);
      expect(text.match(/^::(error|warning) /gm)?.length).toBe(rules.length);
      expect(text).toContain('✗ failed   TOUCHSTONE');
      expect(read('html')).toContain('tool/not-idempotent');
      expect(read('github')).toContain('1 finding, 1 replay miss, 2 failed tests');
    },
    120_000,
  );

  test('a suite that cannot be loaded is exit code 2 and named', () => {
    const { code, text, read } = run('forks', 'broken.case.ts');
    expect([code, (JSON.parse(read('json')) as Report).problems]).toEqual([
      2,
      ['broken.case.ts:1: boom at import'],
    ]);
    expect(text).toContain('could not run  broken.case.ts:1: boom at import');
  }, 60_000);
});
