import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { invalid } from './invalid.ts';

/** Puts a text in place of a file in one step, so that a reader sees the old file or the new one and never a part. */
export function replaceFile(file: string, text: string): void {
  if (hasBytes(file, text)) return;
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, file);
  } catch (error) {
    discard(temporary);
    const { code } = error as NodeJS.ErrnoException;
    throw invalid(
      file,
      `cannot be written (${code ?? 'unknown reason'}); check that its folder is writable`,
      error,
    );
  }
}

function hasBytes(file: string, text: string): boolean {
  try {
    return readFileSync(file).equals(Buffer.from(text));
  } catch {
    return false;
  }
}

function discard(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Its folder is no folder: there is nothing to remove.
  }
}
