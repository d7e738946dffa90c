import { AppError } from '../../core/errors.ts';
import { readToken } from '../../fuzz/search/replay-token.ts';
import { lawNames, type LawName } from '../../probe/laws/law.ts';

/** What the command line says about a fuzz run. Plain data: it travels to a worker. */
export interface FuzzOptions {
  runs: number;
  timeMs: number;
  /** `seed` or `seed:path`. */
  seed: string;
  laws: LawName[] | undefined;
  allowEffects: boolean;
}

const DEFAULT_RUNS = 200;
/** Each run of a server's tool is a call to another process. */
const SERVER_RUNS = 60;

/** Reads the options. @throws AppError CONFIG_INVALID in one sentence. */
export function readFuzzOptions(options: Record<string, unknown>): FuzzOptions {
  const seed =
    options['seed'] === undefined ? String(Math.floor(Math.random() * 2 ** 31)) : String(options['seed']);
  readToken(seed);
  return {
    runs: readNumber(
      '--runs',
      options['runs'],
      options['mcp'] === undefined ? DEFAULT_RUNS : SERVER_RUNS,
      1_000_000,
    ),
    timeMs: readNumber('--time', options['time'], 60, 86_400) * 1_000,
    seed,
    laws: readLaws(options['law']),
    allowEffects: options['allowEffects'] === true,
  };
}

function readNumber(name: string, given: unknown, usual: number, most: number): number {
  if (given === undefined) return usual;
  const value = Number(given);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new AppError(
    'CONFIG_INVALID',
    `${name} must be a whole number from 1 to ${most}, not ${String(given)}.`,
  );
}

function readLaws(given: unknown): LawName[] | undefined {
  if (given === undefined) return undefined;
  const laws = (Array.isArray(given) ? given : [given]).map(String);
  for (const law of laws) {
    if ((lawNames as readonly string[]).includes(law)) continue;
    throw new AppError('CONFIG_INVALID', `There is no law "${law}"; the laws are ${lawNames.join(', ')}.`);
  }
  return laws as LawName[];
}
