import { AppError } from '../../core/errors.ts';

/** Where a failing input is found again: the seed, and the way through generating and shrinking. */
export interface ReplayToken {
  seed: number;
  /** Absent for a whole run. */
  path?: string;
}

/** Prints a token as `seed:path`. */
export function formatToken({ seed, path }: ReplayToken): string {
  return path === undefined || path === '' ? String(seed) : `${seed}:${path}`;
}

/**
 * Reads `seed` or `seed:path`.
 * @throws AppError CONFIG_INVALID for anything else.
 */
export function readToken(text: string): ReplayToken {
  const match = /^(-?\d{1,10})(?::(\d+(?::\d+)*))?$/.exec(text.trim());
  if (match === null) {
    throw new AppError(
      'CONFIG_INVALID',
      `"${text.slice(0, 80)}" is no seed; give a number or the seed:path that a finding shows.`,
    );
  }
  const [, seed, path] = match;
  return path === undefined ? { seed: Number(seed) } : { seed: Number(seed), path };
}
