import type { PageData } from '../page-model.ts';
import { badge, counted, duration, h, to } from './element.ts';
import { groupList } from './findings-view.ts';
import { callsPerTool, historyPlot, testStrip, timeBars } from './plots.ts';

const SHOWN = 5;

/** The first view: the verdict in words, four figures, all tests at a glance, what changed, plots. */
export function overview(data: PageData): HTMLElement {
  const { totals } = data;
  return h(
    'section',
    { class: 'overview' },
    h(
      'h1',
      { tabindex: -1, class: `verdict ${data.verdict}` },
      h(
        'span',
        { 'aria-hidden': 'true' },
        { passed: '✓', changed: '~', failed: '✗', 'could-not-run': '✗' }[data.verdict],
      ),
      ` ${sentence(data)}`,
    ),
    h(
      'p',
      { class: 'quiet' },
      `${counted(totals.tests, 'test')} in ${counted(totals.specs, 'spec')}, mode ${data.mode}, ${duration(data.durationMs)}; ${totals.executed === 0 ? 'no tool was executed' : `${counted(totals.executed, 'tool call')} executed`}.`,
    ),
    h(
      'dl',
      { class: 'figures' },
      figure('Runs', totals.runs, 'tests'),
      figure('Calls', totals.calls, 'tests'),
      figure('Differences', totals.differences, 'changes'),
      figure('Findings', totals.findings, 'findings'),
    ),
    problems(data),
    testStrip(data.tests),
    changes(data),
    findings(data),
    h(
      'div',
      { class: 'plots' },
      callsPerTool(data.tools),
      timeBars(data.tools, data.tests),
      historyPlot(data.history),
    ),
  );
}

function changes({ groups }: PageData): HTMLElement | false {
  if (groups.length === 0) return false;
  const more =
    groups.length > SHOWN &&
    h('p', {}, h('a', { href: to('changes') }, `All ${counted(groups.length, 'change')}`));
  return h('section', {}, h('h2', {}, 'What changed'), groupList(groups.slice(0, SHOWN)), more);
}

function findings({ findings: found }: PageData): HTMLElement | false {
  if (found.length === 0) return false;
  const cards = found
    .slice(0, SHOWN)
    .map((finding) =>
      h(
        'li',
        { class: 'card' },
        h(
          'p',
          { class: 'badges' },
          badge(finding.severity, finding.severity),
          h('code', {}, finding.ruleId),
          finding.toolName !== undefined && h('strong', {}, finding.toolName),
        ),
        h('p', {}, h('a', { href: to('finding', finding.id) }, finding.message)),
      ),
    );
  const more =
    found.length > SHOWN &&
    h('p', {}, h('a', { href: to('findings') }, `All ${counted(found.length, 'finding')}`));
  return h('section', {}, h('h2', {}, 'What was found'), h('ul', { class: 'plain groups' }, cards), more);
}

function figure(label: string, value: number, link: string): HTMLElement {
  return h(
    'div',
    { class: value > 0 && (label === 'Differences' || label === 'Findings') ? 'hot' : undefined },
    h('dt', {}, label),
    h('dd', {}, h('a', { href: to(link) }, value.toLocaleString('en-US'))),
  );
}

function sentence({ verdict, totals, groups }: PageData): string {
  if (verdict === 'could-not-run') return 'Something could not run';
  if (verdict === 'passed')
    return totals.pending > 0
      ? `Passed; ${counted(totals.pending, 'recording')} to accept`
      : 'Every tool behaves as before';
  if (verdict === 'changed') return `${counted(groups.length, 'change')} of behaviour to review`;
  const parts = [
    groups.length > 0 && `${counted(groups.length, 'change')} of behaviour`,
    totals.findings > 0 && counted(totals.findings, 'finding'),
    totals.misses > 0 && (totals.misses === 1 ? '1 replay miss' : `${totals.misses} replay misses`),
    totals.failed > 0 && counted(totals.failed, 'failed test'),
  ].filter(Boolean);
  return parts.join(', ') || 'Failed';
}

function problems({ problems: texts, unusedRecordings }: PageData): HTMLElement | false {
  if (texts.length + unusedRecordings.length === 0) return false;
  return h(
    'section',
    { class: 'card bad' },
    texts.length > 0 && [
      h('h2', {}, 'Could not run'),
      ...texts.map((text) => h('pre', { class: 'value', tabindex: 0 }, text)),
    ],
    unusedRecordings.length > 0 && [
      h('h2', {}, 'Golden recordings that no test uses'),
      h(
        'ul',
        {},
        unusedRecordings.map((file) => h('li', {}, h('code', {}, file))),
      ),
    ],
  );
}
