import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Channel } from '../../tool/channel.ts';
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

/** Files up to this size are shown with their text, larger and binary ones with a hash. */
const SHOWN_BYTES = 4_096;

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
    observe: () => readFolder(folder),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
    read: (path) => perform(async () => fs.readFile(await place(path), 'utf8').catch(() => undefined)),
    write: (path, text) => perform(async () => fs.writeFile(await place(path), text)),
    append: (path, text) => perform(async () => fs.appendFile(await place(path), text)),
    rename: (from, to) => perform(async () => fs.rename(await place(from), await place(to))),
    remove: (path) => perform(async () => fs.rm(await place(path), { recursive: true, force: true })),
  };
}

/** What a folder holds: for each path its kind and content, without times and owners. */
export function readFolder(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (path: string): void => {
    const entries = readdirSync(join(folder, path), { withFileTypes: true });
    for (const entry of entries.sort((left, right) => (left.name < right.name ? -1 : 1))) {
      const inner = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) {
        found[`${inner}/`] = 'folder';
        walk(inner);
      } else if (entry.isSymbolicLink()) found[inner] = `link to ${readlinkSync(join(folder, inner))}`;
      else if (entry.isFile()) found[inner] = describeContent(readFileSync(join(folder, inner)));
      else found[inner] = 'special file';
    }
  };
  walk('');
  return found;
}

function describeContent(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (bytes.length <= SHOWN_BYTES && Buffer.from(text).equals(bytes)) return text;
  return `${bytes.length} bytes, sha256 ${createHash('sha256').update(bytes).digest('hex')}`;
}
