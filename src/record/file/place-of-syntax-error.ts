/** Finds where a text stops being JSON: line and column from 1, and whether that is where the text ends. */
export function placeOfSyntaxError(text: string): { line: number; column: number; atEnd: boolean } {
  const index = scan(text);
  const before = text.slice(0, index);
  const line = before.split('\n').length;
  return { line, column: index - before.lastIndexOf('\n'), atEnd: text.slice(index).trim() === '' };
}

const token =
  /[\s]*(?:([{}[\],:])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;

type Expected = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end';

// A recogniser of RFC 8259 with a stack of its own: it says where, which JSON.parse does not do in every Node.
function scan(text: string): number {
  const open: string[] = [];
  let expected: Expected | 'end' = 'value';
  let at = 0;
  for (;;) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null) return badTokenAt(text, at);
    const start = token.lastIndex - match[0].trimStart().length;
    const next = step(match, expected, open);
    if (next === undefined) return start;
    expected = next;
    at = token.lastIndex;
  }
}

function step(
  match: RegExpExecArray,
  expected: Expected | 'end',
  open: string[],
): Expected | 'end' | undefined {
  const [, mark, string] = match;
  const after = (): Expected | 'end' => (open.length === 0 ? 'end' : 'comma-or-end');
  const wantsValue = expected === 'value' || expected === 'value-or-end';
  if (mark === undefined) {
    if (wantsValue) return after();
    return string !== undefined && (expected === 'key' || expected === 'key-or-end') ? 'colon' : undefined;
  }
  if (mark === '{' || mark === '[') {
    if (!wantsValue) return undefined;
    open.push(mark);
    return mark === '{' ? 'key-or-end' : 'value-or-end';
  }
  if (mark === ':') return expected === 'colon' ? 'value' : undefined;
  if (mark === ',') {
    if (expected !== 'comma-or-end') return undefined;
    return open.at(-1) === '{' ? 'key' : 'value';
  }
  const endsOpen = expected === 'comma-or-end' || expected === (mark === '}' ? 'key-or-end' : 'value-or-end');
  if (!endsOpen || open.pop() !== (mark === '}' ? '{' : '[')) return undefined;
  return after();
}

function badTokenAt(text: string, at: number): number {
  const rest = /\S/.exec(text.slice(at));
  const start = rest === null ? text.length : at + rest.index;
  // A string or a word that only ends too early is a text that was cut off.
  return text.indexOf('\n', start) === -1 && /^(?:"[^"\n]*|[a-z]*|-?[\d.eE+-]*)$/.test(text.slice(start))
    ? text.length
    : start;
}
