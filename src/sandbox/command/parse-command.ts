/** One program with its arguments, as the shell would hand them over. */
export interface CommandSegment {
  argv: string[];
  /** Where output goes instead of to the reader; only these forms are understood. */
  redirects: ('2>&1' | '>/dev/null' | '2>/dev/null')[];
  /** What joins this segment to the one before it; the first has none. */
  joint: '&&' | '||' | ';' | '|' | undefined;
}

/** A command that was understood completely, or the reason why it was not. */
export type ParsedCommand = { ok: true; segments: CommandSegment[] } | { ok: false; reason: string };

const LONGEST = 10_000;
const MOST_SEGMENTS = 50;
const joints = ['&&', '||', ';', '|'] as const;
const redirects: Record<string, CommandSegment['redirects'][number]> = {
  '2>&1': '2>&1',
  '>/dev/null': '>/dev/null',
  '1>/dev/null': '>/dev/null',
  '2>/dev/null': '2>/dev/null',
};

class NotUnderstood extends Error {}

/**
 * Reads the small part of the shell's language in which nothing is hidden: words, quotes, backslashes, `&& || ; |` and
 * output sent to /dev/null. Whatever else there is (substitutions, expansions, globs, other redirections, here-documents,
 * assignments, groups, keywords, background jobs, comments, several lines, control characters) is not understood, on
 * purpose: a person is asked.
 */
export function parseCommand(text: string): ParsedCommand {
  if (text.length > LONGEST) return { ok: false, reason: `it is longer than ${LONGEST} characters` };
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text.replaceAll(/[\t\n]/g, ''))) {
    return { ok: false, reason: 'it contains control characters' };
  }
  try {
    return { ok: true, segments: readSegments(text) };
  } catch (error) {
    if (error instanceof NotUnderstood) return { ok: false, reason: error.message };
    throw error;
  }
}

function readSegments(text: string): CommandSegment[] {
  const segments: CommandSegment[] = [];
  let segment: CommandSegment = { argv: [], redirects: [], joint: undefined };
  const end = (): void => {
    if (segment.argv.length === 0) throw new NotUnderstood('a program is missing');
    segments.push(segment);
    if (segments.length > MOST_SEGMENTS)
      throw new NotUnderstood(`it joins more than ${MOST_SEGMENTS} commands`);
  };
  let index = 0;
  while (index < text.length) {
    const character = text[index]!;
    if (character === ' ' || character === '\t') {
      index += 1;
      continue;
    }
    const joint = joints.find((candidate) => text.startsWith(candidate, index));
    if (joint !== undefined) {
      end();
      segment = { argv: [], redirects: [], joint };
      index += joint.length;
      continue;
    }
    const redirect = readRedirect(text, index);
    if (redirect !== undefined) {
      segment.redirects.push(redirect.form);
      index = redirect.next;
      continue;
    }
    const { word, next } = readWord(text, index);
    if (segment.argv.length === 0) checkProgram(text.slice(index, next));
    segment.argv.push(word);
    index = next;
  }
  // A last `;` ends a command and asks for no further one.
  if (segment.argv.length > 0 || segment.joint !== ';' || segment.redirects.length > 0) end();
  return segments;
}

function readRedirect(
  text: string,
  index: number,
): { form: CommandSegment['redirects'][number]; next: number } | undefined {
  const match = /^([12]?>)[ \t]*(&1|\/dev\/null)(?=[ \t;|&]|$)/.exec(text.slice(index, index + 40));
  const form = match === null ? undefined : redirects[`${match[1]}${match[2]}`];
  return match === null || form === undefined ? undefined : { form, next: index + match[0].length };
}

// The name of a program is written plainly: quotes, backslashes and assignments there only serve to hide.
function checkProgram(raw: string): void {
  if (!/^[A-Za-z0-9_][A-Za-z0-9_.+-]*$/.test(raw)) {
    throw new NotUnderstood(`the program ${JSON.stringify(raw.slice(0, 60))} is not named plainly`);
  }
}

const special: Record<string, string> = {
  $: 'an expansion',
  '`': 'a command substitution',
  '<': 'a redirection of input',
  '>': 'a redirection of output',
  '(': 'a subshell',
  ')': 'a subshell',
  '{': 'a brace',
  '}': 'a brace',
  '*': 'a pattern for file names',
  '?': 'a pattern for file names',
  '[': 'a pattern for file names',
  ']': 'a pattern for file names',
  '&': 'a background job',
  '\n': 'several lines',
};

function readWord(text: string, start: number): { word: string; next: number } {
  let word = '';
  let index = start;
  while (index < text.length) {
    const character = text[index]!;
    if (/[ \t;|]/.test(character) || text.startsWith('&&', index)) break;
    if (character === "'") {
      const close = text.indexOf("'", index + 1);
      if (close === -1) throw new NotUnderstood('a quote is not closed');
      word += text.slice(index + 1, close);
      index = close + 1;
    } else if (character === '"') {
      const quoted = readDoubleQuotes(text, index + 1);
      word += quoted.word;
      index = quoted.next;
    } else if (character === '\\') {
      const escaped = text[index + 1];
      if (escaped === undefined || escaped === '\n') throw new NotUnderstood('a line is continued');
      word += escaped;
      index += 2;
    } else {
      const isComment = character === '#' && index === start;
      const isHome = character === '~' && (index === start || '=:'.includes(text[index - 1]!));
      if (isComment) throw new NotUnderstood('it contains a comment');
      if (isHome) throw new NotUnderstood('it names a home folder by ~');
      if (Object.hasOwn(special, character)) throw new NotUnderstood(`it contains ${special[character]}`);
      word += character;
      index += 1;
    }
  }
  return { word, next: index };
}

function readDoubleQuotes(text: string, start: number): { word: string; next: number } {
  let word = '';
  let index = start;
  for (; text[index] !== '"'; index += 1) {
    const character = text[index];
    if (character === undefined) throw new NotUnderstood('a quote is not closed');
    if (character === '$' || character === '`') throw new NotUnderstood(`it contains ${special[character]}`);
    if (character !== '\\') {
      word += character;
      continue;
    }
    const escaped = text[index + 1] ?? '';
    if (escaped === '\n') throw new NotUnderstood('a line is continued');
    word += '$`"\\'.includes(escaped) && escaped !== '' ? escaped : `\\${escaped}`;
    index += 1;
  }
  return { word, next: index + 1 };
}
