import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fingerprint } from '../../core/canonical.ts';
import type { Tool } from '../../tool/tool.ts';

/**
 * Remembers, for each recording, what the code of its tools looked like when the recording was last made or first seen on
 * this machine. Replay executes no tool, so this is how a change of a tool's code is noticed. Lives in the git-ignored
 * folder `.touchstone`; losing it costs one note.
 */
export interface CodeFingerprints {
  /** The tools of a recording whose code differs from what was seen; tools not seen before are remembered. */
  changedSince(recordingId: string, tools: readonly Tool[]): string[];
  /** Remembers the code of these tools as the one that made the recording. */
  remember(recordingId: string, tools: readonly Tool[]): void;
}

/** Opens the fingerprints of the project in `root`. */
export function codeFingerprints(root: string): CodeFingerprints {
  const fileOf = (recordingId: string): string =>
    join(root, '.touchstone', 'code', `${fingerprint(recordingId)}.json`);
  return {
    changedSince(recordingId, tools) {
      const seen = read(fileOf(recordingId));
      const now = new Map(tools.map((tool) => [tool.name, codeOf(tool)]));
      const unseen = [...now].filter(([name]) => !seen.has(name));
      if (unseen.length > 0) write(fileOf(recordingId), new Map([...seen, ...unseen]));
      return [...now]
        .filter(([name, code]) => seen.has(name) && seen.get(name) !== code)
        .map(([name]) => name);
    },
    remember(recordingId, tools) {
      write(fileOf(recordingId), new Map(tools.map((tool) => [tool.name, codeOf(tool)])));
    },
  };
}

function codeOf(tool: Tool): string {
  return fingerprint(Function.prototype.toString.call(tool.execute));
}

function read(file: string): Map<string, string> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>));
  } catch {
    return new Map();
  }
}

// A cache: where it cannot be written, nothing but the note is lost.
function write(file: string, entries: ReadonlyMap<string, string>): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(Object.fromEntries([...entries].sort()), null, 2)}\n`);
  } catch {
    // Read-only checkouts are fine.
  }
}
