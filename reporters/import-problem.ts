import { relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { SerializedError } from 'vitest';

interface ParsedStack {
  file: string;
  line: number;
}

/** Why a spec could not be imported, in one sentence that names the spec, the reason and the place in the user's code. */
export function importProblem(
  { message, stacks = [] }: SerializedError,
  { spec, root }: { spec: string; root: string },
): string {
  // vitest's stacks are mapped to the sources; the first frame of the project is where it went wrong.
  const frame = (stacks as ParsedStack[])
    .map(({ file, line }) => ({ file: relative(root, file).split(sep).join('/'), line }))
    .find(({ file }) => !file.startsWith('..') && !file.includes('node_modules/'));
  const { reason, place } = readTransformError(message) ?? {
    reason: message.split('\n')[0] ?? '',
    place: frame === undefined ? undefined : `${frame.file}:${frame.line}`,
  };
  if (place === undefined) return `${spec}: ${reason}`;
  return place.startsWith(`${spec}:`) ? `${place}: ${reason}` : `${spec}: ${reason} (${place})`;
}

/** The compiler draws a picture of the code: the reason stands in its first line, the place in its frame. */
function readTransformError(message: string): { reason: string; place: string | undefined } | undefined {
  const plain = stripVTControlCharacters(message);
  const reason = /^\s*\[[A-Z_]+\] (.+)$/m.exec(plain)?.[1];
  if (reason === undefined) return undefined;
  const place = /\[ (.+?:\d+)(?::\d+)? \]/.exec(plain)?.[1];
  return { reason, place };
}
