import { h } from './element.ts';

const keys: [string, string][] = [
  ['j', 'next difference or finding'],
  ['k', 'previous difference or finding'],
  ['Enter', 'open or close it'],
  ['/', 'search tests'],
  ['f', 'filter tests'],
  ['o', 'overview'],
  ['n', 'next changed test'],
  ['?', 'this help'],
];

/** What the keys do to the page. */
export interface KeyActions {
  search(): void;
  filter(): void;
  overview(): void;
  nextTest(): void;
}

/** The dialog that tells the keys. */
export function helpDialog(): HTMLDialogElement {
  const dialog = h(
    'dialog',
    { class: 'help', 'aria-label': 'Keys' },
    h('h2', {}, 'Keys'),
    h(
      'dl',
      { class: 'facts' },
      keys.flatMap(([key, words]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, words)]),
    ),
    h('button', { type: 'button', click: () => dialog.close() }, 'Close'),
  ) as HTMLDialogElement;
  return dialog;
}

/** Listens for the keys, except while something is typed. */
export function listenToKeys(dialog: HTMLDialogElement, actions: KeyActions): void {
  document.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
    if (event.key === 'Escape' && typing) target.blur();
    if (typing || event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    const act: Record<string, (() => void) | undefined> = {
      j: () => step(1),
      k: () => step(-1),
      '/': actions.search,
      f: actions.filter,
      o: actions.overview,
      n: actions.nextTest,
      '?': () => dialog.showModal(),
    };
    const chosen = Object.hasOwn(act, event.key) ? act[event.key] : undefined;
    if (chosen === undefined) return;
    event.preventDefault();
    chosen();
  });
}

function step(direction: 1 | -1): void {
  const places = [...document.querySelectorAll<HTMLElement>('[data-difference]')];
  if (places.length === 0) return;
  const focused = places.findIndex((place) => place.contains(document.activeElement));
  const next =
    focused === -1
      ? direction === 1
        ? 0
        : places.length - 1
      : (focused + direction + places.length) % places.length;
  const place = places[next]!;
  const target = place.querySelector('summary') ?? place;
  target.focus();
  place.scrollIntoView({ block: 'center' });
}
