import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';

const GOLDEN = '.trace.json';
const PENDING = '.trace.new.json';
const LONGEST_PART = 60;

/** A test, as it names its recording. */
export interface NamedTest {
  /** The spec file relative to the project, with `/`. */
  spec: string;
  /** The full name of the test. */
  test: string;
}

/**
 * The accepted recording of a test: `specs/refund.spec.ts` and `small order` give `<folder>/refund/small-order.trace.json`;
 * a spec elsewhere keeps its whole path. Different tests have different files, also where a file system ignores case;
 * every part is at most 72 characters and valid on Windows.
 */
export function recordingPath(folder: string, { spec, test }: NamedTest): string {
  return join(folder, ...specParts(spec), testPart(test) + GOLDEN);
}

/** Where a recording waits that has not been accepted: `….trace.json` becomes `….trace.new.json`. */
export function pendingPath(file: string): string {
  return (file.endsWith(GOLDEN) ? file.slice(0, -GOLDEN.length) : file) + PENDING;
}

/** The accepted file that a pending one would replace; an accepted file is its own. */
export function goldenPath(file: string): string {
  return file.endsWith(PENDING) ? file.slice(0, -PENDING.length) + GOLDEN : file;
}

/** The name of a recording in commands and reports: its path inside the folder without the ending, with `/`. */
export function recordingId(folder: string, file: string): string {
  return relative(folder, goldenPath(file)).replaceAll('\\', '/').slice(0, -GOLDEN.length);
}

function specParts(spec: string): string[] {
  const parts = spec
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '');
  const inner =
    parts[0] === 'specs' && parts.length > 1 ? /^(.+)\.spec\.ts$/.exec(parts.at(-1)!)?.[1] : undefined;
  const short = inner !== undefined && !/\.[cm]?[jt]sx?$/.test(inner);
  return (short ? [...parts.slice(1, -1), inner] : parts).map((part) =>
    /^[a-z0-9]+(?:[-_.][a-z0-9]+)*$/.test(part) ? keep(part, part) : withHash(part),
  );
}

// Words joined by one blank, hyphen or `>`: each of the three has a character of its own, so that nothing collides.
function testPart(test: string): string {
  if (!/^[a-z0-9]+(?:(?: > |[- ])[a-z0-9]+)*$/.test(test)) return withHash(test);
  return keep(test.replaceAll('-', '_').replaceAll(' > ', '.').replaceAll(' ', '-'), test);
}

// What Windows keeps for devices, with any ending.
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/;
const endsInHash = /(?:^|-)[0-9a-f]{10}$/;

function keep(readable: string, name: string): string {
  const fits = readable.length <= LONGEST_PART && !reserved.test(readable) && !endsInHash.test(readable);
  return fits ? readable : withHash(name);
}

function withHash(name: string): string {
  const readable = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_PART)
    .replaceAll(/^-|-$/g, '');
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 10);
  return readable === '' ? hash : `${readable}-${hash}`;
}
