import { AppError } from '../../core/errors.ts';

const MOST_ALTERNATIVES = 64;

/**
 * Compiles a pattern for paths: `*` and `?` inside one name, `**` over any number of folders, `{a,b}` for alternatives. A
 * pattern without `/` is matched against names at any depth. Matching takes time linear in path times pattern.
 * @throws AppError TOOL_EXECUTION_FAILED for an empty pattern or more than 64 alternatives.
 */
export function compileGlob(pattern: string): (path: string) => boolean {
  if (pattern === '') throw refuse(pattern, 'is empty');
  const alternatives = expandBraces(pattern).map((text) => {
    const parts = text.split('/').filter((part) => part !== '' && part !== '.');
    return text.includes('/') ? parts : ['**', ...parts];
  });
  return (path) => {
    const names = path.split('/');
    return alternatives.some((parts) => matchParts(parts, names));
  };
}

function matchParts(parts: readonly string[], names: readonly string[]): boolean {
  // Which numbers of leading names the parts so far can stand for.
  let reached = new Set([0]);
  for (const part of parts) {
    const next = new Set<number>();
    for (const start of reached) {
      if (part === '**') for (let end = start; end <= names.length; end += 1) next.add(end);
      else if (start < names.length && matchName(part, names[start]!)) next.add(start + 1);
    }
    reached = next;
  }
  return reached.has(names.length) && parts.length > 0;
}

/** Matches one name; on a mismatch only the last `*` is tried again, which is enough. */
function matchName(pattern: string, name: string): boolean {
  let [at, index, star, resume] = [0, 0, -1, 0];
  while (index < name.length) {
    if (pattern[at] === '*') {
      star = at;
      at += 1;
      resume = index;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[index])) {
      at += 1;
      index += 1;
    } else if (star !== -1) {
      at = star + 1;
      resume += 1;
      index = resume;
    } else return false;
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}

function expandBraces(pattern: string): string[] {
  let texts = [pattern];
  for (;;) {
    const match = texts.map((text) => /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(text));
    if (match.every((found) => found === null)) return texts;
    texts = texts.flatMap((text, index) => {
      const [, before, choices, after] = match[index] ?? [];
      return choices === undefined
        ? [text]
        : choices.split(',').map((choice) => `${before}${choice}${after}`);
    });
    if (texts.length > MOST_ALTERNATIVES)
      throw refuse(pattern, `has more than ${MOST_ALTERNATIVES} alternatives`);
  }
}

function refuse(pattern: string, problem: string): AppError {
  return new AppError(
    'TOOL_EXECUTION_FAILED',
    `The pattern ${JSON.stringify(pattern.slice(0, 80))} ${problem}.`,
  );
}
