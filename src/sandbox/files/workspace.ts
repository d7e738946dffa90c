import { lstatSync, realpathSync, statSync, type Stats } from 'node:fs';
import { dirname, join, normalize, relative, resolve, sep } from 'node:path';
import { AppError } from '../../core/errors.ts';
import { printable } from '../../core/printable.ts';

/** Where a path leads, links followed. */
export interface Place {
  /** The path as given, made absolute. */
  given: string;
  /** The real path; for what does not exist yet, the real path of its nearest folder and the rest. */
  real: string;
  inside: boolean;
  /** Absent where nothing is there. */
  stats: Stats | undefined;
}

/** A folder that a model works in. */
export interface Workspace {
  /** Its real path. */
  readonly root: string;
  /**
   * Follows a path as the system would.
   * @throws AppError TOOL_EXECUTION_FAILED for what is no path: empty, with control characters, too long, a link to nothing.
   */
  locate(path: string): Place;
  /** A real path as people should see it: relative inside the workspace. */
  show(real: string): string;
}

const LONGEST_PATH = 4_096;

/**
 * Opens a folder as a workspace.
 * @throws AppError CONFIG_INVALID when it is no folder.
 */
export function openWorkspace(folder: string): Workspace {
  const root = readRoot(folder);
  const contains = (real: string): boolean =>
    real === root || real.startsWith(root === sep ? sep : root + sep);
  return Object.freeze<Workspace>({
    root,
    locate(path) {
      checkPath(path);
      const given = resolve(root, normalize(path));
      const { real, stats } = follow(given, path);
      return { given, real, inside: contains(real), stats };
    },
    show: (real) => (contains(real) ? relative(root, real).split(sep).join('/') || '.' : real),
  });
}

function readRoot(folder: string): string {
  try {
    const root = realpathSync(folder);
    if (statSync(root).isDirectory()) return root;
  } catch {
    // Told below.
  }
  throw new AppError(
    'CONFIG_INVALID',
    `The workspace ${JSON.stringify(folder)} is not a folder that can be opened.`,
  );
}

function checkPath(path: string): void {
  const wrong = badPath(path);
  if (wrong !== undefined) throw pathError(path, wrong);
}

function badPath(path: string): string | undefined {
  if (path.trim() === '') return 'is empty';
  if (path.length > LONGEST_PATH) return `is longer than ${LONGEST_PATH} characters`;
  return /[\p{Cc}\p{Cs}]/u.test(path) ? 'contains control characters' : undefined;
}

/** An error about a path, with the path made safe to print. */
export function pathError(path: string, problem: string): AppError {
  return new AppError('TOOL_EXECUTION_FAILED', `The path "${printable(path.slice(0, 200))}" ${problem}.`);
}

function follow(given: string, shown: string): { real: string; stats: Stats | undefined } {
  try {
    const real = realpathSync(given);
    return { real, stats: statSync(real) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ELOOP') throw pathError(shown, 'is a link that leads round in a circle');
    if (code === 'ENOTDIR') throw pathError(shown, 'leads through a file');
    if (code !== 'ENOENT') throw pathError(shown, `cannot be followed (${code ?? 'unknown'})`);
  }
  // realpath fails for a link to nothing too; writing there would create the link's target.
  if (isLink(given)) throw pathError(shown, 'is a link to nothing');
  const parent = dirname(given);
  if (parent === given) throw pathError(shown, 'does not exist');
  return {
    real: join(follow(parent, shown).real, given.slice(parent.length).replace(/^[\\/]/, '')),
    stats: undefined,
  };
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}
