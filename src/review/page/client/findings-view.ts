import type { Json } from '../../../core/json.ts';
import type { PageData, PageFinding, PageGroup } from '../page-model.ts';
import { change } from './call-row.ts';
import { badge, command, counted, h, to } from './element.ts';
import { listing } from './value-lines.ts';

/** All findings, worst first, each with its evidence; the chosen one is marked. */
export function findingsView(data: PageData, chosen: string | undefined): HTMLElement {
  return h(
    'section',
    { class: 'findings' },
    h('h1', { tabindex: -1 }, counted(data.findings.length, 'finding')),
    data.findings.length === 0 && h('p', { class: 'quiet' }, 'No detector found anything.'),
    data.findings.map((finding) => findingCard(finding, finding.id === chosen)),
  );
}

function findingCard(finding: PageFinding, chosen: boolean): HTMLElement {
  return h(
    'article',
    {
      class: `card finding ${finding.severity}${chosen ? ' chosen' : ''}`,
      id: `finding-${finding.id}`,
      'data-difference': true,
      tabindex: -1,
    },
    h(
      'p',
      { class: 'badges' },
      badge(finding.severity, finding.severity),
      h('code', {}, finding.ruleId),
      finding.toolName !== undefined && h('strong', {}, finding.toolName),
      finding.place !== undefined && h('span', { class: 'quiet' }, finding.place),
    ),
    h('h2', {}, h('a', { href: to('finding', finding.id) }, finding.message)),
    h(
      'dl',
      { class: 'facts' },
      finding.evidence.flatMap(([label, value]) => [h('dt', {}, label), h('dd', {}, evidence(value))]),
    ),
    finding.fix !== undefined && h('p', { class: 'fix' }, h('strong', {}, 'Fix '), finding.fix),
    finding.reproduce !== undefined &&
      h('div', {}, h('p', { class: 'quiet' }, 'See it again'), command(finding.reproduce)),
    finding.testIds.length > 0 && h('p', { class: 'quiet' }, 'Shown by ', testLinks(finding.testIds)),
  );
}

function testLinks(ids: string[]): HTMLElement {
  const shown = ids
    .slice(0, 6)
    .flatMap((id, index) => [index > 0 ? ', ' : '', h('a', { href: to('test', id) }, id)]);
  return h('span', {}, ...shown, ids.length > 6 ? ` and ${ids.length - 6} more` : '');
}

/** The changed behaviour, each change once with the tests that show it, the gravest first. */
export function changesView(data: PageData): HTMLElement {
  return h(
    'section',
    { class: 'changes-view' },
    h('h1', { tabindex: -1 }, counted(data.groups.length, 'change')),
    data.groups.length === 0
      ? h('p', { class: 'quiet' }, 'Every run equals its golden trace.')
      : groupList(data.groups),
  );
}

/** Changes as a list. */
export function groupList(groups: PageGroup[]): HTMLElement {
  return h('ol', { class: 'plain card groups' }, groups.map(groupItem));
}

function groupItem({ toolName, difference, testIds }: PageGroup): HTMLElement {
  return h(
    'li',
    { class: 'group', 'data-difference': true, tabindex: -1 },
    badge(difference.severity, difference.severity),
    h(
      'div',
      {},
      h(
        'p',
        {},
        h('strong', {}, toolName === '' ? 'the run' : toolName),
        ' ',
        h('span', { class: 'kind' }, difference.kind),
      ),
      h('p', { class: 'gist' }, change(difference)),
    ),
    h(
      'p',
      { class: 'quiet shown' },
      testIds.length > 1 && `${counted(testIds.length, 'test')}: `,
      testLinks(testIds),
    ),
  );
}

function evidence(value: Json): HTMLElement | string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')) {
    return h(
      'ul',
      { class: 'plain lines' },
      value.map((item) => h('li', {}, item)),
    );
  }
  return listing(value);
}
