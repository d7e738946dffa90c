import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A fresh temporary folder; its real path, so that what a server reports can be recognised. */
export function createFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'touchstone-mcp-')));
}

/** Deletes a folder made by `createFolder`. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
