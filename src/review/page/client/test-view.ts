import type { PageData, PageRun, PageTest } from '../page-model.ts';
import { callRow, changeItem } from './call-row.ts';
import { badge, command, counted, duration, h, to } from './element.ts';
import { stateOf } from './plots.ts';
import { timeline } from './timeline.ts';

// Shorter stretches of equal calls are shown as they are.
const FOLDED_FROM = 3;

/** One test: what happened, its runs with timeline and aligned calls, and what to do. */
export function testView(data: PageData, test: PageTest, openCall: string | undefined): HTMLElement {
  const several = test.runs.length > 1;
  return h(
    'article',
    { class: 'test' },
    heading(test),
    test.proposed !== undefined &&
      h(
        'p',
        { class: 'card' },
        h('strong', {}, 'This branch changes the golden trace. '),
        `Why: ${test.proposed}`,
      ),
    messages(test),
    findingsOf(data, test),
    test.runs.map((run, index) => runView(run, { id: test.id, index, several, openCall })),
    actions(test),
  );
}

function heading(test: PageTest): HTMLElement {
  const place = `${test.spec}${test.line === undefined ? '' : `:${test.line}`}`;
  return h(
    'header',
    {},
    h('p', { class: 'crumb' }, h('a', { href: to('tests') }, 'Tests'), ' / ', place),
    h('h1', { tabindex: -1 }, test.name),
    h(
      'p',
      { class: 'badges' },
      badge(badgeOf(test), stateOf(test)),
      test.severity !== undefined && badge(test.severity, `severity ${test.severity}`),
      h('span', { class: 'quiet' }, facts(test)),
    ),
  );
}

function findingsOf(data: PageData, test: PageTest): HTMLElement | false {
  const findings = data.findings.filter(({ id }) => test.findingIds.includes(id));
  if (findings.length === 0) return false;
  const items = findings.map((finding) =>
    h(
      'li',
      {},
      badge(finding.severity, finding.severity),
      h('a', { href: to('finding', finding.id) }, `${finding.ruleId} ${finding.toolName ?? ''}`),
      h('span', {}, finding.message),
    ),
  );
  return h(
    'section',
    { class: 'card' },
    h('h2', {}, counted(findings.length, 'finding')),
    h('ul', { class: 'plain' }, items),
  );
}

function badgeOf(test: PageTest): string {
  const state = stateOf(test);
  return state === 'finding' ? 'warning' : state;
}

function facts(test: PageTest): string {
  const parts = [
    test.recording,
    duration(test.durationMs),
    test.retries > 0 && counted(test.retries, 'retry').replace('retrys', 'retries'),
  ];
  return parts.filter(Boolean).join(' · ');
}

function messages(test: PageTest): HTMLElement | false {
  const texts = [...test.misses, ...test.errors];
  return (
    texts.length > 0 &&
    h(
      'section',
      { class: 'card bad' },
      h('h2', {}, 'Why it failed'),
      texts.map((text) => h('pre', { class: 'value', tabindex: 0 }, text)),
    )
  );
}

function runView(
  run: PageRun,
  place: { id: string; index: number; several: boolean; openCall: string | undefined },
): HTMLElement {
  const choose = (row: number): void => {
    location.hash = to('test', place.id, `${place.index}-${row}`);
  };
  const [openRun, openRow] = place.openCall?.split('-').map(Number) ?? [];
  const notes = [
    counted(run.calls, 'call'),
    run.executed === 0 ? 'no tool executed' : `${run.executed} executed`,
    run.compared ? 'compared with its golden trace' : 'no golden trace yet',
  ];
  return h(
    'section',
    { class: 'run', 'aria-label': `Run ${run.name}` },
    h('h2', {}, `${place.several ? `${run.name}: ` : ''}${run.target} ${run.status.replaceAll('_', ' ')}`),
    h('p', { class: 'quiet' }, notes.join(' · ')),
    run.frame.length > 0 && h('ul', { class: 'changes' }, run.frame.map(changeItem)),
    timeline(run, choose),
    foldedRows(run, {
      prefix: `call-${place.index}-`,
      openRow: openRun === place.index ? openRow : undefined,
    }),
  );
}

function foldedRows(
  run: PageRun,
  { prefix, openRow }: { prefix: string; openRow: number | undefined },
): HTMLElement {
  const { rows, compared } = run;
  const make = (from: number, end: number, open: (row: number) => boolean): HTMLElement[] =>
    rows
      .slice(from, end)
      .map((row, offset) =>
        callRow(row, { id: `${prefix}${from + offset}`, open: open(from + offset), compared }),
      );
  const parts: HTMLElement[] = [];
  const changed = rows.some(({ kind }) => kind !== 'same');
  let from = 0;
  for (let row = 0; row <= rows.length; row++) {
    if (row < rows.length && rows[row]!.kind === 'same') continue;
    const holdsOpen = openRow !== undefined && openRow >= from && openRow < row;
    const folds = changed && row - from >= FOLDED_FROM && !holdsOpen;
    const stretch = { from, to: row };
    parts.push(...(folds ? [fold(stretch, make)] : make(from, row, (one) => one === openRow)));
    parts.push(...make(row, row + 1, (one) => openRow === undefined || one === openRow));
    from = row + 1;
  }
  return h('div', { class: rows.length > 100 ? 'calls long' : 'calls' }, parts);
}

function fold(
  { from, to: end }: { from: number; to: number },
  make: (from: number, end: number, open: (row: number) => boolean) => HTMLElement[],
): HTMLElement {
  const button = h(
    'button',
    { class: 'fold', type: 'button', 'aria-expanded': 'false' },
    `${counted(end - from, 'call')} the same`,
  );
  button.addEventListener('click', () => {
    const shown = make(from, end, () => false);
    button.replaceWith(...shown);
    shown[0]?.querySelector('summary')?.focus();
  });
  return button;
}

function actions(test: PageTest): HTMLElement | false {
  if (test.pending === undefined) {
    return (
      test.misses.length > 0 &&
      h(
        'section',
        { class: 'card' },
        h('h2', {}, 'If the new behaviour is right'),
        command(test.commands.record),
      )
    );
  }
  const words =
    test.pendingReason === 'new'
      ? 'There is no golden trace yet. If this behaviour is right'
      : 'If the new behaviour is right';
  return h(
    'section',
    { class: 'card' },
    h('h2', {}, words),
    command(test.commands.accept),
    h('p', {}, 'and if it is wrong'),
    command(test.commands.reject),
  );
}
