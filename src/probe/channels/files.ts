import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Channel } from '../../tool/channel.ts';
import { observeFolder } from '../../tool/observe-folder.ts';
import { createOperations } from './operations.ts';

/** A temporary folder. Tools may use `folder` with any means; the operations here can be disturbed besides. */
export interface Files extends Channel {
  /** Absolute path of the folder. */
  readonly folder: string;
  /** Paths count from the folder; undefined when there is no such file. */
  read(path: string): Promise<string | undefined>;
  write(path: string, text: string): Promise<void>;
  append(path: string, text: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
}

/** Makes a temporary folder with the files it starts with; observed are paths, kinds and contents, never times. */
export function files(name = 'files', content: Readonly<Record<string, string>> = {}): Files {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-world-'));
  const { perform, operations, disturb, hold } = createOperations(name);
  const place = async (path: string): Promise<string> => {
    const whole = join(folder, path);
    await fs.mkdir(dirname(whole), { recursive: true });
    return whole;
  };
  for (const [path, text] of Object.entries(content)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return {
    name,
    folder,
    faults: ['refused', 'reply-dropped', 'crash'],
    operations,
    disturb,
    hold,
    observe: () => observeFolder(folder),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
    read: (path) => perform(async () => fs.readFile(await place(path), 'utf8').catch(() => undefined)),
    write: (path, text) => perform(async () => fs.writeFile(await place(path), text)),
    append: (path, text) => perform(async () => fs.appendFile(await place(path), text)),
    rename: (from, to) => perform(async () => fs.rename(await place(from), await place(to))),
    remove: (path) => perform(async () => fs.rm(await place(path), { recursive: true, force: true })),
  };
}
