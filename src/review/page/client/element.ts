type Child = Node | string | number | false | null | undefined;
type Attributes = Record<string, string | number | boolean | ((event: Event) => void) | undefined>;

const SVG_TAGS = new Set([
  'svg',
  'rect',
  'line',
  'path',
  'circle',
  'text',
  'g',
  'title',
  'polyline',
  'polygon',
  'desc',
]);

/** Makes an element. Text becomes text nodes and never markup: there is no other way in which data enters the page. */
export function h(tag: string, attributes: Attributes = {}, ...children: (Child | Child[])[]): HTMLElement {
  const element = SVG_TAGS.has(tag)
    ? document.createElementNS('http://www.w3.org/2000/svg', tag)
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children.flat()) {
    if (child === false || child === null || child === undefined) continue;
    element.append(child instanceof Node ? child : visible(String(child)));
  }
  return element as HTMLElement;
}

/** Shows characters that would move, reorder or hide text as what they are. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character === '\n' || character === '\t' ? character : `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
}

/** A number with its noun. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** A duration with its unit. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1) return '< 1 ms';
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  return milliseconds < 60_000
    ? `${(milliseconds / 1000).toFixed(1)} s`
    : `${(milliseconds / 60_000).toFixed(1)} min`;
}

/** A link inside the page. */
export function to(...parts: (string | number)[]): string {
  return `#/${parts.map((part) => encodeURIComponent(String(part).toWellFormed())).join('/')}`;
}

/** A command with a button that copies it. */
export function command(text: string): HTMLElement {
  const button = h(
    'button',
    { class: 'copy', type: 'button', 'aria-label': `Copy ${text}`, click: () => void copy() },
    'Copy',
  );
  const copy = async (): Promise<void> => {
    const done = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    button.textContent = done ? 'Copied' : 'Select it';
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  };
  return h('div', { class: 'command' }, h('code', {}, text), button);
}

/** A word with a mark, so that colour never carries meaning alone. */
export function badge(kind: string, text: string): HTMLElement {
  const marks: Record<string, string> = {
    passed: '✓',
    failed: '✗',
    skipped: '–',
    high: '▲',
    medium: '◆',
    low: '▽',
    error: '▲',
    warning: '◆',
    info: '▽',
    added: '+',
    removed: '−',
    changed: '~',
    moved: '↕',
    same: '=',
    new: '★',
  };
  return h(
    'span',
    { class: `badge ${kind}` },
    h('span', { 'aria-hidden': 'true' }, marks[kind] ?? '•'),
    ` ${text}`,
  );
}
