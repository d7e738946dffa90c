import { isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Location } from '../trace/finding.ts';

/**
 * The place in the code that called `below`, read from the stack; the file is relative to the working directory where
 * it lies inside. Absent where the stack does not tell.
 */
export function findLocation(below: (...args: never[]) => unknown): Location | undefined {
  const holder: { stack?: unknown } = {};
  Error.captureStackTrace(holder, below);
  if (typeof holder.stack !== 'string') return undefined;
  const frame = holder.stack.split('\n').find((line) => /^\s*at /.test(line));
  const match = /(?:\(|at )((?:file:\/\/|\/|[A-Za-z]:[\\/]).*?):(\d+):(\d+)\)?$/.exec(frame ?? '');
  if (match === null) return undefined;
  return { file: toFile(match[1]!), line: Number(match[2]), column: Number(match[3]) };
}

function toFile(place: string): string {
  let path = place.replace(/\?.*$/, '');
  if (path.startsWith('file://')) path = fileURLToPath(path);
  const inside = relative(process.cwd(), path);
  return inside.startsWith('..') || isAbsolute(inside) ? path : inside.split(sep).join('/');
}
