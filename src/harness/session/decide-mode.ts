import type { RunMode } from '../../review/report.ts';

export type RequestedMode = 'auto' | 'replay' | 'record' | 'live';

export interface ModeQuestion {
  /** What the code asked for (`createHarness({ mode })`). */
  option?: RequestedMode | undefined;
  /** What the command line asked for (`--mode`, `touchstone record`). */
  commandLine?: RequestedMode | undefined;
  /** The environment; `CI` and `TOUCHSTONE_MODE` are read. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Whether there is a name to record under, and an accepted recording under it. */
  named: boolean;
  goldenExists: boolean;
}

/**
 * Decides, before a test's first run, where its results come from. Code that asks for `live` gets it; in CI everything
 * else replays; otherwise the code, the command line and TOUCHSTONE_MODE are asked in this order, and `auto` replays what
 * is recorded and records what is new.
 */
export function decideMode(question: ModeQuestion): RunMode {
  const { option, commandLine, environment, named, goldenExists } = question;
  if (option === 'live' || !named) return 'live';
  if (isCi(environment)) return 'replay';
  const asked = [option, commandLine, readVariable(environment)].find(
    (mode) => mode !== undefined && mode !== 'auto',
  );
  if (asked !== undefined) return asked;
  return goldenExists ? 'replay' : 'record';
}

/** Tells whether this is a CI machine: the variable `CI` is set to anything but empty, `0` or `false`. */
export function isCi(environment: Readonly<Record<string, string | undefined>>): boolean {
  return !['', '0', 'false', undefined].includes(environment['CI']);
}

function readVariable(environment: Readonly<Record<string, string | undefined>>): RequestedMode | undefined {
  const value = environment['TOUCHSTONE_MODE'];
  return value === 'replay' || value === 'record' || value === 'live' ? value : undefined;
}
