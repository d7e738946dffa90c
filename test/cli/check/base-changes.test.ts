import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { baseChanges } from '../../../src/cli/check/base-changes.ts';
import { openGitBase } from '../../../src/cli/git-base.ts';
import { writeReasons } from '../../../src/cli/golden/reasons.ts';
import { writeRecording } from '../../../src/record/recording-file.ts';
import { goldenTrace } from '../../review/page-report.ts';

/** A repository whose branch changed one golden recording, added one, deleted one and left one alone. */
function repository() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'touchstone-base-')));
  const folder = join(root, 'recordings');
  const git = (...words: string[]) =>
    execFileSync(
      'git',
      ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false', ...words],
      { cwd: root, encoding: 'utf8', stdio: 'pipe' },
    );
  const put = (name: string, amount: number) => {
    const { calls: _, ...trace } = goldenTrace();
    const call = { callId: 'refund/issueRefund#1', toolName: 'issueRefund', scope: 'refund' };
    const events = [
      {
        seq: 1,
        type: 'run.started' as const,
        target: { kind: 'workflow' as const, name: 'refund' },
        input: {},
      },
      { seq: 2, type: 'tool.requested' as const, ...call, stepIndex: 0, input: { amount } },
      { seq: 3, type: 'tool.allowed' as const, ...call },
      { seq: 4, type: 'tool.attempt_started' as const, ...call, attempt: 1 },
      { seq: 5, type: 'tool.succeeded' as const, ...call, output: null },
      { seq: 6, type: 'run.completed' as const, output: null },
    ];
    const header = {
      format: 'touchstone-recording' as const,
      version: 1,
      spec: 'specs/a.spec.ts',
      test: name,
      complete: true,
      tools: [],
    };
    writeRecording(join(folder, `refund/${name}.trace.json`), {
      header,
      runs: [{ ...trace, events, calls: [] }],
    });
  };
  for (const name of ['same', 'changed', 'gone']) put(name, 40);
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'base');
  git('checkout', '-q', '-b', 'feature');
  put('changed', 400);
  put('new', 1);
  rmSync(join(folder, 'refund/gone.trace.json'));
  return { root, folder, git };
}

const look = ({ root, folder }: { root: string; folder: string }) =>
  baseChanges(folder, openGitBase(root, 'main'));

test('golden recordings are compared with the point where the branch left its base', () => {
  const place = repository();
  const { changes, same } = look(place);
  expect([
    same,
    changes.map(({ id, state, severity, differences }) => ({
      id,
      state,
      severity,
      paths: differences.map(({ path }) => path),
    })),
  ]).toEqual([
    1,
    [
      { id: 'refund/changed', state: 'changed', severity: 'high', paths: ['input.amount'] },
      { id: 'refund/gone', state: 'gone', severity: 'low', paths: [] },
      { id: 'refund/new', state: 'new', severity: 'low', paths: [] },
    ],
  ]);
});

test('a squashed base shows no foreign changes, since the merge base counts', () => {
  const place = repository();
  place.git('add', '-A');
  place.git('commit', '-q', '-m', 'work');
  place.git('checkout', '-q', 'main');
  writeFileSync(join(place.root, 'other.txt'), 'x');
  place.git('add', '-A');
  place.git('commit', '-q', '-m', 'main moved on');
  place.git('checkout', '-q', 'feature');
  expect(look(place).changes.length).toBe(3);
});

test('a reason comes from reasons.json for exactly these bytes, or from a trailer of a commit', () => {
  const place = repository();
  const file = join(place.folder, 'refund/changed.trace.json');
  expect(look(place).reasons.size).toBe(0);
  writeReasons(place.folder, [{ id: 'refund/changed', file }], 'fees');
  expect(look(place).reasons.get('refund/changed')).toBe('fees');
  writeFileSync(
    file,
    execFileSync('git', ['show', 'main:recordings/refund/changed.trace.json'], {
      cwd: place.root,
      encoding: 'utf8',
    }).replace('40', '41'),
  );
  expect(look(place).reasons.get('refund/changed')).toBe(undefined);
  place.git('add', '-A');
  place.git('commit', '-q', '-m', 'more', '--trailer', 'Golden-Change: refund/changed: told here');
  expect([...look(place).reasons]).toEqual([['refund/changed', 'told here']]);
});
