import type { PageData, PageTest } from '../page-model.ts';
import { badge, counted, duration, h, to } from './element.ts';
import { stateOf } from './plots.ts';

/** What the list of tests is narrowed to. */
export interface Filter {
  state: string;
  severity: string;
  tool: string;
  words: string;
}

export const noFilter: Filter = { state: '', severity: '', tool: '', words: '' };

/** The tests that a filter lets through. */
export function filterTests(tests: PageTest[], filter: Filter): PageTest[] {
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean);
  return tests.filter(
    (test) =>
      (filter.state === '' || stateOf(test) === filter.state) &&
      (filter.severity === '' || test.severity === filter.severity) &&
      (filter.tool === '' ||
        test.runs.some(({ rows }) => rows.some(({ toolName }) => toolName === filter.tool))) &&
      words.every((word) => searchText(test).includes(word)),
  );
}

const searchTexts = new WeakMap<PageTest, string>();

function searchText(test: PageTest): string {
  let text = searchTexts.get(test);
  if (text === undefined) {
    const tools = new Set(test.runs.flatMap(({ rows }) => rows.map(({ toolName }) => toolName)));
    text = [test.name, test.spec, test.id, ...tools, ...test.misses, ...test.errors].join('\n').toLowerCase();
    searchTexts.set(test, text);
  }
  return text;
}

/** The list of tests with filters and search. */
export function testList(data: PageData, filter: Filter, update: (filter: Filter) => void): HTMLElement {
  const results = h('div', { class: 'results' });
  const current = { ...filter };
  const show = (): void => {
    const found = filterTests(data.tests, current);
    results.replaceChildren(
      h(
        'p',
        { class: 'quiet', role: 'status' },
        found.length === data.tests.length
          ? counted(found.length, 'test')
          : `${found.length} of ${counted(data.tests.length, 'test')}`,
      ),
      found.length === 0 ? h('p', {}, 'No test fits the filter.') : table(found),
    );
  };
  const change = (part: Partial<Filter>): void => {
    Object.assign(current, part);
    update({ ...current });
    show();
  };
  show();
  return h(
    'section',
    { class: 'tests' },
    h('h1', { tabindex: -1 }, 'Tests'),
    filterBar(data, current, change),
    results,
  );
}

function filterBar(data: PageData, filter: Filter, change: (part: Partial<Filter>) => void): HTMLElement {
  const choice = (label: string, name: keyof Filter, options: string[]): HTMLElement => {
    const select = h('select', { id: `filter-${name}` }, [
      h('option', { value: '' }, 'all'),
      ...options.map((option) => h('option', { value: option }, option)),
    ]) as HTMLSelectElement;
    select.value = filter[name];
    select.addEventListener('change', () => change({ [name]: select.value }));
    return h('label', { for: `filter-${name}` }, h('span', {}, label), select);
  };
  const search = h('input', {
    type: 'search',
    id: 'search',
    placeholder: 'Search tests, tools, messages',
    autocomplete: 'off',
  }) as HTMLInputElement;
  search.value = filter.words;
  search.addEventListener('input', () => change({ words: search.value }));
  return h(
    'form',
    { class: 'filters', role: 'search', submit: (event) => event.preventDefault() },
    h('label', { for: 'search', class: 'wide' }, h('span', {}, 'Search'), search),
    choice('State', 'state', ['failed', 'changed', 'finding', 'new', 'skipped', 'passed']),
    choice('Severity', 'severity', ['high', 'medium', 'low']),
    choice(
      'Tool',
      'tool',
      data.tools.map(({ name }) => name),
    ),
  );
}

function table(tests: PageTest[]): HTMLElement {
  return h(
    'table',
    { class: 'list' },
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        ['State', 'Test', 'Calls', 'Changed', 'Findings', 'Time'].map((title, index) =>
          h('th', { scope: 'col', class: index > 1 ? 'number' : undefined }, title),
        ),
      ),
    ),
    h('tbody', {}, tests.map(row)),
  );
}

function row(test: PageTest): HTMLElement {
  const state = stateOf(test);
  const calls = test.runs.reduce((sum, run) => sum + run.calls, 0);
  return h(
    'tr',
    {},
    h('td', {}, badge(state === 'finding' ? 'warning' : state, state)),
    h(
      'td',
      { class: 'main' },
      h('a', { href: to('test', test.id) }, test.name),
      h('span', { class: 'quiet' }, test.spec),
    ),
    h('td', { class: 'number' }, calls || '–'),
    h('td', { class: 'number' }, test.differences || '–'),
    h('td', { class: 'number' }, test.findingIds.length || '–'),
    h('td', { class: 'number' }, duration(test.durationMs)),
  );
}
