import type { PageData } from '../page-model.ts';
import { h, to } from './element.ts';
import { changesView, findingsView } from './findings-view.ts';
import { helpDialog, listenToKeys } from './keyboard.ts';
import { overview } from './overview.ts';
import { stateOf } from './plots.ts';
import { noFilter, testList, type Filter } from './test-list.ts';
import { testView } from './test-view.ts';

const data = JSON.parse(document.getElementById('data')!.textContent) as PageData;
const main = h('main', { id: 'main' });
const dialog = helpDialog();
let filter: Filter = noFilter;

function parts(): string[] {
  return location.hash
    .replace(/^#\/?/, '')
    .split('/')
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
}

function view(): HTMLElement {
  const [name = '', id, call] = parts();
  if (name === 'tests') return testList(data, filter, (changed) => (filter = changed));
  if (name === 'changes') return changesView(data);
  if (name === 'findings' || name === 'finding') return findingsView(data, id);
  if (name === 'test') {
    const test = data.tests.find((one) => one.id === id);
    if (test !== undefined) return testView(data, test, call);
  }
  return overview(data);
}

function show(focus: boolean): void {
  const [name = '', id, call] = parts();
  main.replaceChildren(view());
  for (const link of document.querySelectorAll('nav a')) {
    const here =
      link.getAttribute('href') === to(name) ||
      (name === 'test' && link.getAttribute('href') === to('tests')) ||
      (name === 'finding' && link.getAttribute('href') === to('findings'));
    if (here) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  const place =
    call === undefined
      ? name === 'finding' && document.getElementById(`finding-${id}`)
      : document.getElementById(`call-${call}`);
  if (place) {
    place.scrollIntoView({ block: 'center' });
    (place.querySelector('summary') ?? place).focus();
  } else if (focus) {
    scrollTo(0, 0);
    main.querySelector('h1')?.focus();
  }
}

function header(): HTMLElement {
  const tab = (target: string, words: string, count?: number): HTMLElement =>
    h('a', { href: to(target) }, words, count !== undefined && h('span', { class: 'count' }, count));
  return h(
    'header',
    { class: 'top' },
    h(
      'a',
      { class: 'brand', href: to(''), 'aria-label': 'Touchstone, overview' },
      h('span', { class: 'stone', 'aria-hidden': 'true' }),
      'Touchstone',
    ),
    h(
      'nav',
      { 'aria-label': 'Views' },
      tab('', 'Overview'),
      tab('changes', 'Changes', data.groups.length),
      tab('findings', 'Findings', data.findings.length),
      tab('tests', 'Tests', data.tests.length),
    ),
    h(
      'div',
      { class: 'tools' },
      h('button', { type: 'button', click: toggleTheme }, 'Dark / light'),
      h('button', { type: 'button', 'aria-label': 'Keys', click: () => dialog.showModal() }, '?'),
    ),
  );
}

function toggleTheme(): void {
  const dark =
    document.documentElement.dataset['theme'] ??
    (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  document.documentElement.dataset['theme'] = dark === 'dark' ? 'light' : 'dark';
}

function nextTest(): void {
  const notable = data.tests.filter((test) => !['passed', 'skipped'].includes(stateOf(test)));
  const [name, id] = parts();
  const at = name === 'test' ? notable.findIndex((test) => test.id === id) : -1;
  const next = notable[(at + 1) % Math.max(1, notable.length)];
  if (next !== undefined) location.hash = to('test', next.id);
}

function focusOn(selector: string): void {
  if (parts()[0] === 'tests') document.querySelector<HTMLElement>(selector)?.focus();
  else {
    location.hash = to('tests');
    // The view is made when the browser has told of the new address.
    addEventListener(
      'hashchange',
      () => setTimeout(() => document.querySelector<HTMLElement>(selector)?.focus()),
      { once: true },
    );
  }
}

document.getElementById('app')!.replaceWith(
  h(
    'a',
    {
      class: 'skip',
      href: '#main',
      click: (event) => (event.preventDefault(), main.querySelector('h1')?.focus()),
    },
    'Skip to content',
  ),
  header(),
  main,
  h(
    'footer',
    {},
    `Touchstone ${data.toolVersion}${data.seed === undefined ? '' : ` · seed ${data.seed}`} · values are redacted · press ? for keys`,
  ),
  dialog,
);
addEventListener('hashchange', () => show(true));
listenToKeys(dialog, {
  search: () => focusOn('#search'),
  filter: () => focusOn('#filter-state'),
  overview: () => (location.hash = to('')),
  nextTest,
});
show(false);
