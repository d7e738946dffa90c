import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Vitest } from 'vitest/node';

/** Writes a report to a file, relative to vitest's root; its folder is made. Gives the file's path. */
export function writeOutput(vitest: Vitest, outputFile: string, text: string): string {
  const file = resolve(vitest.config.root, outputFile);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
