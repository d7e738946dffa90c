import { execFileSync } from 'node:child_process';
import { relative } from 'node:path';
import { AppError } from '../core/errors.ts';

/** Files as they stood at the point where a branch left its base. */
export interface GitBase {
  /** The commit, in full. */
  commit: string;
  /** Paths below a folder, relative to it, with `/`. */
  list(folder: string): string[];
  /** The text of a file; undefined where the base has none. */
  read(file: string): string | undefined;
  /** What commits since then say after `Golden-Change:`. */
  trailers(): string[];
}

const LARGEST_FILE = 256 * 1024 * 1024;

/**
 * Opens the merge base of a reference and HEAD, so that a squashed or rebased branch shows no foreign changes.
 * @throws AppError CONFIG_INVALID outside a git repository and for a reference that is not known.
 */
export function openGitBase(cwd: string, reference: string): GitBase {
  const root = git(
    cwd,
    ['rev-parse', '--show-toplevel'],
    () => 'This folder is in no git repository; check --base compares with a commit.',
  ).trim();
  git(
    cwd,
    ['rev-parse', '--verify', '--end-of-options', `${reference}^{commit}`],
    () => `git knows no commit ${reference}; fetch it first, in CI with fetch-depth: 0.`,
  );
  const commit = git(
    cwd,
    ['merge-base', reference, 'HEAD'],
    () =>
      `${reference} and HEAD have no common ancestor; fetch the whole history, in CI with fetch-depth: 0.`,
  ).trim();
  const inRepository = (path: string): string => relative(root, path).replaceAll('\\', '/');
  return {
    commit,
    list(folder) {
      const prefix = inRepository(folder);
      const paths = git(
        root,
        ['ls-tree', '-r', '-z', '--name-only', commit, '--', prefix === '' ? '.' : `${prefix}/`],
        String,
      );
      return paths
        .split('\0')
        .filter((path) => path !== '')
        .map((path) => path.slice(prefix === '' ? 0 : prefix.length + 1));
    },
    read(file) {
      const path = inRepository(file);
      const known = git(root, ['ls-tree', '--name-only', commit, '--', path], String).trim() !== '';
      return known ? git(root, ['show', `${commit}:${path}`], String) : undefined;
    },
    trailers() {
      const format = '%(trailers:key=Golden-Change,valueonly,separator=%x00)';
      const text = git(root, ['log', `--format=${format}`, `${commit}..HEAD`], String);
      return text
        .split(/[\n\0]/)
        .map((line) => line.trim())
        .filter((line) => line !== '');
    },
  };
}

function git(cwd: string, words: string[], explain: (error: unknown) => string): string {
  try {
    return execFileSync('git', words, {
      cwd,
      encoding: 'utf8',
      maxBuffer: LARGEST_FILE,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    throw new AppError('CONFIG_INVALID', explain(error), { cause: error });
  }
}
