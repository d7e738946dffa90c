import type { ValueForm } from './placeholders.ts';

const MIN_LENGTH = 8;
const MIN_KINDS = 2;

/**
 * Tells whether a value may be searched for everywhere: at least 8 characters of at least 2 kinds (lower, upper, digit,
 * other). Shorter or simpler ones turn up in ordinary text by chance.
 */
export function isDistinctive(value: string): boolean {
  if (value.length < MIN_LENGTH || value.length > 100_000) return false;
  let kinds = 0;
  for (const kind of [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/]) if (kind.test(value)) kinds += 1;
  return kinds >= MIN_KINDS;
}

/** The texts under which a value is searched for: itself, and base64 (at each of the three offsets) and hex of it. */
export function needlesOf(value: string): { text: string; form: ValueForm }[] {
  const bytes = Buffer.from(value, 'utf8');
  const found = new Map<string, ValueForm>([[value, 'raw']]);
  const add = (text: string, form: ValueForm): void => {
    if (text.length >= MIN_LENGTH && !found.has(text)) found.set(text, form);
  };
  for (const offset of [0, 1, 2]) {
    const inner = base64Core(bytes, offset);
    add(inner, 'base64');
    add(inner.replaceAll('+', '-').replaceAll('/', '_'), 'base64');
  }
  add(bytes.toString('hex'), 'hex');
  return [...found].map(([text, form]) => ({ text, form }));
}

/** The characters of base64 that depend on the value alone, when it starts at an offset inside a group of three bytes. */
function base64Core(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replaceAll('=', '');
  const skip = offset === 0 ? 0 : offset + 1;
  const rest = (offset + bytes.length) % 3;
  return text.slice(skip, rest === 0 ? undefined : text.length - 1);
}

/** A text as another reader would see it, with the place in the original of each of its characters. */
export interface TextView {
  text: string;
  form: ValueForm;
  /** For each character of `text` where it starts in the original; one more entry for the end. Absent: the same place. */
  places?: Int32Array;
}

const zeroWidth = '\u200b\u200c\u200d\u2060\ufeff\u00ad';
const invisible = new RegExp(`[${zeroWidth}]`);
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** The views in which a text is searched besides the raw one, only those that differ from it. */
export function viewsOf(text: string): TextView[] {
  const views: TextView[] = [];
  const add = (
    form: ValueForm,
    pattern: RegExp,
    decode: (match: RegExpExecArray) => string | undefined,
  ): void => {
    const view = decodeView(text, form, pattern, decode);
    if (view !== undefined) views.push(view);
  };
  if (text.includes('\\')) {
    const unescaped = decodeView(
      text,
      'json',
      /\\(u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)/gs,
      unescape,
    );
    if (unescaped !== undefined) {
      views.push(unescaped);
      const again = decodeView(unescaped.text, 'json', /\\(u[0-9a-fA-F]{4}|.)/gs, unescape);
      if (again !== undefined) views.push(through(again, unescaped));
    }
  }
  if (invisible.test(text)) views.push(viewWithout(text, isInvisible));
  if (text.includes('%')) add('url', /(?:%[0-9a-fA-F]{2})+/g, (match) => percentDecoded(match[0]));
  if (text.includes('&')) add('html', /&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|[a-z]{2,6});/g, htmlDecoded);
  return views;
}

/** The text without what is put between the characters of a number or key: blanks, hyphens, zero-width characters, …. */
export function strippedView(text: string): TextView | undefined {
  const view = viewWithout(text, isSeparator);
  return view.text.length === text.length ? undefined : view;
}

const utf16 = new TextDecoder('utf-16le');

function viewWithout(text: string, isLeftOut: (code: number) => boolean): TextView {
  const kept = new Uint16Array(text.length);
  const places = new Int32Array(text.length + 1);
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isLeftOut(code)) continue;
    kept[length] = code;
    places[length] = index;
    length += 1;
  }
  places[length] = text.length;
  return {
    text: utf16.decode(kept.subarray(0, length)),
    form: 'spaced',
    places: places.subarray(0, length + 1),
  };
}

/** A value without separators, where that is still long enough to be told from ordinary text. */
export function strippedValue(value: string): string | undefined {
  const stripped = viewWithout(value, isSeparator).text;
  const digits = /^\+?\d+$/.test(stripped);
  return stripped.length >= (digits ? 9 : 12) && /\d/.test(stripped) ? stripped : undefined;
}

const separators = new Uint8Array(128);
for (const character of ' \t\r\n-_.,:;/|()\'"`*') separators[character.charCodeAt(0)] = 1;

function isSeparator(code: number): boolean {
  return code < 128 ? separators[code] === 1 : isInvisible(code);
}

function isInvisible(code: number): boolean {
  return code > 127 && zeroWidth.includes(String.fromCharCode(code));
}

function decodeView(
  text: string,
  form: ValueForm,
  pattern: RegExp,
  decode: (match: RegExpExecArray) => string | undefined,
): TextView | undefined {
  const parts: string[] = [];
  // What is decoded is never longer than what was written.
  const places = new Int32Array(text.length + 1);
  let length = 0;
  let at = 0;
  const copy = (end: number): void => {
    if (end > at) parts.push(text.slice(at, end));
    for (; at < end; at += 1) places[length++] = at;
  };
  for (const match of text.matchAll(pattern)) {
    const replacement = decode(match);
    if (replacement === undefined || replacement === match[0]) continue;
    copy(match.index);
    parts.push(replacement);
    for (let index = 0; index < replacement.length; index += 1) places[length++] = match.index;
    at = match.index + match[0].length;
  }
  if (at === 0) return undefined;
  copy(text.length);
  places[length] = text.length;
  return { text: parts.join(''), form, places: places.subarray(0, length + 1) };
}

function through(inner: TextView, outer: TextView): TextView {
  return { ...inner, places: inner.places!.map((place) => outer.places![place]!) };
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function unescape(match: RegExpExecArray): string {
  const code = match[1]!;
  if (code.length === 1) return escapes[code] ?? code;
  return characterOf(Number.parseInt(code.replaceAll(/[ux{}]/g, ''), 16));
}

function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return Buffer.from(text.replaceAll('%', ''), 'hex').toString('latin1');
  }
}

function htmlDecoded(match: RegExpExecArray): string | undefined {
  const name = match[1]!;
  if (!name.startsWith('#')) return entities[name];
  return characterOf(name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)));
}

function characterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}
