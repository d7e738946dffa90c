import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../core/errors.ts';
import { sortKeys } from '../../core/canonical.ts';
import { isPlainObject, setOwn, type Json } from '../../core/json.ts';

/** Why a recording was accepted, and which bytes of it: a reason does not outlive the next change. */
interface Reason {
  reason: string;
  recording: string;
}

const FILE = 'reasons.json';

/** The reasons that were given for accepted changes; a file beside the recordings, committed with them. */
export function readReasons(folder: string): Map<string, Reason> {
  const file = join(folder, FILE);
  return existsSync(file) ? parseReasons(readFileSync(file, 'utf8'), file) : new Map();
}

function parseReasons(text: string, file: string): Map<string, Reason> {
  try {
    const json = JSON.parse(text) as unknown;
    if (isPlainObject(json) && Object.values(json).every(isReason)) {
      return new Map(Object.entries(json) as [string, Reason][]);
    }
  } catch {
    // told below, as any other damage
  }
  throw new AppError(
    'RECORDING_INVALID',
    `${file} is damaged; restore it from git, or delete it and accept again.`,
  );
}

function isReason(value: unknown): value is Reason {
  return (
    isPlainObject(value) && typeof value['reason'] === 'string' && typeof value['recording'] === 'string'
  );
}

/** Writes down why recordings were accepted. */
export function writeReasons(
  folder: string,
  ids: readonly { id: string; file: string }[],
  reason: string,
): void {
  const reasons = readReasons(folder);
  for (const { id, file } of ids) reasons.set(id, { reason, recording: bytesOf(file) });
  const json = {};
  for (const [id, entry] of reasons) setOwn(json, id, entry);
  writeFileSync(join(folder, FILE), `${JSON.stringify(sortKeys(json as Json), null, 2)}\n`);
}

/** The reason given for exactly this version of a recording. */
export function reasonFor(
  reasons: ReadonlyMap<string, Reason>,
  id: string,
  file: string,
): string | undefined {
  const entry = reasons.get(id);
  return entry !== undefined && entry.recording === bytesOf(file) ? entry.reason : undefined;
}

// Line ends may differ after a checkout; they change nothing of what was accepted.
function bytesOf(file: string): string {
  const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
