import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  writeSync,
  type Stats,
} from 'node:fs';
import { dirname, join, parse, sep } from 'node:path';
import { AppError } from '../../core/errors.ts';

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR } = constants;
const LARGEST_FILE = 64 * 1024 * 1024;

/** What a caller was allowed to touch, checked again on the file that was really opened. */
export interface OpenCheck {
  /** Whether a person approved this call. */
  approved: boolean;
}

/** Reads a file by its real path, so that nothing that happens meanwhile makes it another one. */
export function readFileAt(real: string, check: OpenCheck): Buffer {
  const file = openAt(real, O_RDONLY);
  try {
    checkOpened(fstatSync(file), real, check);
    return readAll(file, real);
  } finally {
    closeSync(file);
  }
}

/** Writes a whole file by its real path and answers whether it is new; missing folders are made. */
export function writeFileAt(real: string, content: Buffer, check: OpenCheck): { created: boolean } {
  const folder = openFolder(dirname(real), true);
  try {
    const name = real.slice(dirname(real).length).replaceAll(/^[\\/]+/g, '');
    const { file, created } = openOrCreate(folder.inside(name));
    try {
      if (!created) checkOpened(fstatSync(file), real, check);
      ftruncateSync(file, 0);
      for (let done = 0; done < content.length;)
        done += writeSync(file, content, done, content.length - done, done);
    } finally {
      closeSync(file);
    }
    return { created };
  } finally {
    folder.close();
  }
}

function openOrCreate(path: string): { file: number; created: boolean } {
  try {
    return { file: openSync(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK), created: false };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw moved(error);
    return { file: openSync(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644), created: true };
  }
}

function openAt(real: string, flags: number): number {
  const folder = openFolder(dirname(real), false);
  try {
    return openSync(
      folder.inside(real.slice(dirname(real).length).replace(/^[\\/]+/, '')),
      flags | O_NOFOLLOW | O_NONBLOCK,
    );
  } catch (error) {
    throw moved(error);
  } finally {
    folder.close();
  }
}

interface OpenFolder {
  /** A path that leads into the folder that is open, wherever it was moved. */
  inside(name: string): string;
  close(): void;
}

/**
 * Opens a folder name by name without following any link: the path is already real, so a link on it was put there since.
 * Linux leads on from an open folder by /proc/self/fd; elsewhere the real path is compared once more.
 */
function openFolder(path: string, create: boolean): OpenFolder {
  if (process.platform !== 'linux') return checkFolder(path, create);
  const { root } = parse(path);
  let folder = openSync(root, O_RDONLY | O_DIRECTORY);
  try {
    for (const name of path
      .slice(root.length)
      .split(sep)
      .filter((part) => part !== '')) {
      const next = step(folder, name, create);
      closeSync(folder);
      folder = next;
    }
  } catch (error) {
    closeSync(folder);
    throw moved(error);
  }
  const open = folder;
  return { inside: (name) => `/proc/self/fd/${open}/${name}`, close: () => closeSync(open) };
}

function step(folder: number, name: string, create: boolean): number {
  const path = `/proc/self/fd/${folder}/${name}`;
  try {
    return openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  } catch (error) {
    if (!create || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(path);
    return openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  }
}

function checkFolder(path: string, create: boolean): OpenFolder {
  if (create) mkdirSync(path, { recursive: true });
  if (realpathSync(path) !== path) throw changed(path);
  return { inside: (name) => join(path, name), close: () => undefined };
}

function checkOpened(stats: Stats, real: string, { approved }: OpenCheck): void {
  if (!stats.isFile()) throw new AppError('TOOL_EXECUTION_FAILED', `"${real}" is not a regular file.`);
  if (stats.nlink > 1 && !approved) throw changed(real);
}

function readAll(file: number, real: string): Buffer {
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(64 * 1024);
    const count = readSync(file, chunk, 0, chunk.length, null);
    if (count === 0) return Buffer.concat(chunks);
    total += count;
    if (total > LARGEST_FILE) {
      throw new AppError('TOOL_EXECUTION_FAILED', `"${real}" is larger than ${LARGEST_FILE} bytes.`);
    }
    chunks.push(chunk.subarray(0, count));
  }
}

function moved(error: unknown): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  return code === 'ELOOP' || code === 'ENOTDIR' || code === 'EMLINK' ? changed(path ?? 'the path') : error;
}

/** The error for a place that is no longer the one that was checked. */
export function changed(real: string): AppError {
  return new AppError(
    'TOOL_BLOCKED',
    `"${real}" is no longer what was checked before this call; nothing was done.`,
    {
      details: { reason: 'changed_since_approval' },
    },
  );
}
