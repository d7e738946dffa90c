import type { PageCall, PageDifference, PageRow } from '../page-model.ts';
import { badge, counted, h } from './element.ts';
import { listing, oneLine, sideBySide } from './value-lines.ts';

/** One aligned call: a line that opens to arguments, result, attempts, policies and approval. */
export function callRow(
  row: PageRow,
  { id, open, compared }: { id: string; open: boolean; compared: boolean },
): HTMLElement {
  const details = h('details', {
    class: `call ${row.kind}`,
    id,
    'data-difference': row.kind !== 'same' || undefined,
  });
  const summary = h(
    'summary',
    {},
    h('span', { class: 'position' }, positions(row)),
    row.kind === 'same' ? h('span', { class: 'calm' }, compared ? 'same' : '') : badge(row.kind, row.kind),
    h(
      'span',
      { class: 'names' },
      row.agentName !== undefined && h('span', { class: 'agent' }, `${row.agentName} → `),
      h('strong', {}, row.toolName),
    ),
    statusMark(row),
    h('span', { class: 'gist' }, gist(row)),
  );
  details.append(summary);
  const fill = (): void => {
    if (details.childElementCount === 1) details.append(body(row));
  };
  // The inside of a call is made when it is opened first.
  details.addEventListener('toggle', () => (details as HTMLDetailsElement).open && fill());
  if (open) {
    fill();
    (details as HTMLDetailsElement).open = true;
  }
  return details;
}

function positions({ golden, actual, kind }: PageRow): string {
  if (kind === 'same') return String(actual?.position ?? '');
  const [before, now] = [golden?.position ?? '–', actual?.position ?? '–'];
  return before === now ? String(now) : `${before} → ${now}`;
}

function statusMark({ actual, golden }: PageRow): HTMLElement | false {
  const status = actual?.status ?? golden?.status;
  return (
    status !== undefined &&
    status !== 'succeeded' &&
    h('span', { class: 'status' }, status.replaceAll('_', ' '))
  );
}

function gist(row: PageRow): string {
  if (row.kind === 'same' || row.kind === 'added' || row.kind === 'removed') {
    const input = (row.actual ?? row.golden)?.input;
    return input === undefined ? (row.differences[0]?.message ?? '') : oneLine(input);
  }
  const [first, ...rest] = row.differences;
  if (first === undefined) return '';
  const more = rest.length > 0 ? ` and ${counted(rest.length, 'more difference')}` : '';
  return `${change(first)}${more}`;
}

/** What changed, on one line. */
export function change({ kind, path, expected, actual, message }: PageDifference): string {
  if (kind === 'added' && actual !== undefined) return `${message} ${oneLine(actual, 120)}`;
  if (path === undefined || kind === 'schema-changed' || message.includes(' is now named ')) return message;
  const before = expected === undefined ? 'absent' : oneLine(expected, 60);
  return `${path}: ${before} → ${actual === undefined ? 'absent' : oneLine(actual, 60)}`;
}

function body(row: PageRow): HTMLElement {
  const { golden, actual } = row;
  return h(
    'div',
    { class: 'call-body' },
    row.differences.length > 0 && h('ul', { class: 'changes' }, row.differences.map(changeItem)),
    golden !== undefined && actual !== undefined
      ? bothSides(golden, actual)
      : oneSide((actual ?? golden)!, row.kind),
    row.scope !== '' && h('p', { class: 'quiet' }, `in ${row.scope}`),
  );
}

/** One difference as a line of a list. */
export function changeItem(difference: PageDifference): HTMLElement {
  return h(
    'li',
    {},
    badge(difference.severity, difference.severity),
    h('span', { class: 'kind' }, difference.kind),
    h('span', {}, change(difference)),
  );
}

function bothSides(golden: PageCall, actual: PageCall): HTMLElement {
  return h(
    'div',
    { class: 'parts' },
    h('div', { class: 'heads' }, h('span', {}, 'golden'), h('span', {}, 'now')),
    part('Arguments', golden.input, actual.input),
    part('Outcome', outcome(golden), outcome(actual)),
    same(facts(golden), facts(actual)) ? factList(actual) : part('How it went', facts(golden), facts(actual)),
  );
}

function oneSide(call: PageCall | undefined, kind: string): HTMLElement | false {
  if (call === undefined) return false;
  const note = kind === 'removed' ? 'Only in the golden trace.' : kind === 'added' ? 'Only in this run.' : '';
  return h(
    'div',
    { class: 'parts' },
    note !== '' && h('p', { class: 'quiet' }, note),
    h(
      'div',
      { class: 'pair' },
      h('div', { class: 'side' }, h('h3', {}, 'Arguments'), listing(call.input)),
      h('div', { class: 'side' }, h('h3', {}, 'Outcome'), listing(outcome(call))),
    ),
    factList(call),
  );
}

function part(title: string, before: unknown, now: unknown): HTMLElement {
  if (same(before, now))
    return h(
      'p',
      { class: 'same-part' },
      h('span', { class: 'quiet' }, `${title}, the same: `),
      h('code', {}, oneLine(now, 140)),
    );
  return h('section', {}, h('h3', {}, title), sideBySide(before, now));
}

function outcome(call: PageCall): unknown {
  return call.status === 'succeeded' ? call.output : { status: call.status, error: call.error ?? null };
}

function facts({ status, attempts, policies, approval }: PageCall): Record<string, unknown> {
  return {
    status,
    attempts: attempts.map((one) => (one.error === undefined ? one.outcome : `${one.outcome}: ${one.error}`)),
    policies,
    approval: approval ?? 'none',
  };
}

function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function factList({ attempts, policies, approval }: PageCall): HTMLElement | false {
  const rows: [string, string][] = [];
  if (attempts.length > 1 || attempts.some(({ outcome: end }) => end !== 'succeeded')) {
    rows.push([
      'Attempts',
      attempts
        .map(
          ({ outcome: end, error }, index) =>
            `${index + 1}. ${end.replaceAll('_', ' ')}${error === undefined ? '' : ` (${error})`}`,
        )
        .join('   '),
    ]);
  }
  if (policies.length > 0) rows.push(['Policies', policies.join(' · ')]);
  if (approval !== undefined) rows.push(['Approval', approval]);
  return (
    rows.length > 0 &&
    h(
      'dl',
      { class: 'facts' },
      rows.flatMap(([name, text]) => [h('dt', {}, name), h('dd', {}, text)]),
    )
  );
}
