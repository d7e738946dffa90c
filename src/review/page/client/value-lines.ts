import { h, visible } from './element.ts';

interface Line {
  text: string;
  mark: 'same' | 'changed' | 'blank' | 'folded';
}

/** A value in codec form as the lines of an indented listing. */
export function valueLines(value: unknown, indent = ''): string[] {
  if (typeof value !== 'object' || value === null) return [JSON.stringify(value) ?? 'undefined'];
  const tagged = tagText(value as Record<string, unknown>);
  if (tagged !== undefined) return [tagged];
  const list = Array.isArray(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return [list ? '[]' : '{}'];
  const lines = [list ? '[' : '{'];
  for (const [key, item] of entries) {
    const name = list ? '' : `${label(key)}: `;
    const [first, ...rest] = valueLines(item, `${indent}  `);
    lines.push(`${indent}  ${name}${first}`, ...rest);
  }
  lines.push(`${indent}${list ? ']' : '}'}`);
  return lines;
}

function tagText(value: Record<string, unknown>): string | undefined {
  const tag = Object.hasOwn(value, '$type') ? value['$type'] : undefined;
  if (typeof tag !== 'string') return undefined;
  if (tag === 'undefined') return 'undefined';
  const inner = value['value'] ?? value['entries'] ?? value['values'] ?? '';
  return `${tag}(${typeof inner === 'string' ? inner : JSON.stringify(inner)})`;
}

/** A listing of one value. */
export function listing(value: unknown): HTMLElement {
  return h('pre', { class: 'value', tabindex: 0 }, visible(valueLines(value).join('\n')));
}

// Longer values are shown side by side without marks.
const MAX_LINES = 1500;

/** Two values side by side, line by line; what differs is marked with a sign and a colour. */
export function sideBySide(golden: unknown, actual: unknown): HTMLElement {
  const [left, right] = foldEqual(...align(valueLines(golden), valueLines(actual)));
  return h('div', { class: 'pair' }, column(left, 'golden', '−'), column(right, 'now', '+'));
}

function column(lines: Line[], name: string, sign: string): HTMLElement {
  const rows = lines.map(({ text, mark }) =>
    h(
      'span',
      { class: `line ${mark}` },
      h('span', { class: 'sign', 'aria-hidden': 'true' }, mark === 'changed' ? sign : ' '),
      mark === 'changed' ? h('mark', {}, visible(text)) : visible(text === '' ? ' ' : text),
    ),
  );
  return h(
    'div',
    { class: `side ${name}` },
    h('pre', { class: 'value', tabindex: 0, 'aria-label': name }, ...rows),
  );
}

// Around each changed line this many equal ones are shown; longer equal stretches are counted.
const CONTEXT = 3;

function foldEqual(left: Line[], right: Line[]): [Line[], Line[]] {
  const near = left.map(() => false);
  for (const [index, { mark }] of left.entries()) {
    if (mark === 'same' && right[index]!.mark === 'same') continue;
    for (let at = Math.max(0, index - CONTEXT); at <= Math.min(left.length - 1, index + CONTEXT); at++)
      near[at] = true;
  }
  const result: [Line[], Line[]] = [[], []];
  for (let index = 0; index < left.length; index++) {
    let end = index;
    while (end < left.length && near[end] === false) end++;
    if (end - index > 4) {
      const folded: Line = { text: `⋯ ${end - index} equal lines`, mark: 'folded' };
      result[0].push(folded);
      result[1].push(folded);
      index = end - 1;
    } else {
      result[0].push(left[index]!);
      result[1].push(right[index]!);
    }
  }
  return result;
}

function align(left: string[], right: string[]): [Line[], Line[]] {
  const all = (lines: string[]): Line[] => lines.map((text) => ({ text, mark: 'same' }));
  if (left.length > MAX_LINES || right.length > MAX_LINES) return [all(left), all(right)];
  const lengths = commonLengths(left, right);
  const result: [Line[], Line[]] = [[], []];
  let [i, j] = [0, 0];
  const flush = (leftTo: number, rightTo: number): void => {
    const height = Math.max(leftTo - i, rightTo - j);
    for (let row = 0; row < height; row++) {
      result[0].push(i < leftTo ? { text: left[i]!, mark: 'changed' } : { text: '', mark: 'blank' });
      result[1].push(j < rightTo ? { text: right[j]!, mark: 'changed' } : { text: '', mark: 'blank' });
      if (i < leftTo) i++;
      if (j < rightTo) j++;
    }
  };
  let [a, b] = [0, 0];
  while (a < left.length && b < right.length) {
    if (left[a] === right[b]) {
      flush(a, b);
      result[0].push({ text: left[a]!, mark: 'same' });
      result[1].push({ text: right[b]!, mark: 'same' });
      [i, j] = [++a, ++b];
    } else if (lengths[a + 1]![b]! >= lengths[a]![b + 1]!) a++;
    else b++;
  }
  flush(left.length, right.length);
  return result;
}

function commonLengths(left: string[], right: string[]): Uint16Array[] {
  const table = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let row = left.length - 1; row >= 0; row--) {
    for (let column = right.length - 1; column >= 0; column--) {
      table[row]![column] =
        left[row] === right[column]
          ? table[row + 1]![column + 1]! + 1
          : Math.max(table[row + 1]![column]!, table[row]![column + 1]!);
    }
  }
  return table;
}

/** A value on one line, cut. */
export function oneLine(value: unknown, limit = 90): string {
  const text = inline(value, limit);
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}

function inline(value: unknown, limit: number): string {
  if (limit <= 0) return '…';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const tagged = tagText(value as Record<string, unknown>);
  if (tagged !== undefined) return tagged;
  const list = Array.isArray(value);
  const parts: string[] = [];
  let left = limit;
  for (const [key, item] of Object.entries(value)) {
    if (left <= 0) break;
    const part = `${list ? '' : `${label(key)}: `}${inline(item, left)}`;
    parts.push(part);
    left -= part.length;
  }
  if (parts.length === 0) return list ? '[]' : '{}';
  return list ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
}

function label(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}
