import type { HistoryPoint, PageTest, PageTool } from '../page-model.ts';
import { counted, duration, h, to } from './element.ts';

const SHOWN_TOOLS = 12;

/** Horizontal bars of calls for each tool, split by how the calls ended. */
export function callsPerTool(tools: PageTool[]): HTMLElement {
  const most = Math.max(1, ...tools.map(({ calls }) => calls));
  return bars(
    'Calls per tool',
    tools.slice(0, SHOWN_TOOLS).map((tool) => ({
      label: tool.name,
      value: String(tool.calls),
      parts: [
        { size: tool.succeeded / most, kind: 'ok', words: `${tool.succeeded} succeeded` },
        { size: tool.failed / most, kind: 'bad', words: `${tool.failed} failed` },
        { size: tool.stopped / most, kind: 'stopped', words: `${tool.stopped} blocked or rejected` },
      ],
    })),
    [
      ['ok', 'succeeded'],
      ['bad', 'failed'],
      ['stopped', 'blocked or rejected'],
    ],
  );
}

/** Horizontal bars of the time for each tool, where tools were executed; of each spec elsewhere. */
export function timeBars(tools: PageTool[], tests: PageTest[]): HTMLElement {
  const executed = tools
    .filter(({ totalMs }) => totalMs > 0)
    .sort((one, other) => other.totalMs - one.totalMs);
  const rows =
    executed.length > 0 ? executed.map(({ name, totalMs }) => ({ name, ms: totalMs })) : timePerSpec(tests);
  const most = Math.max(1e-9, ...rows.map(({ ms }) => ms));
  return bars(
    executed.length > 0 ? 'Time per tool' : 'Time per spec',
    rows.slice(0, SHOWN_TOOLS).map(({ name, ms }) => ({
      label: name,
      value: duration(ms),
      parts: [{ size: ms / most, kind: 'time', words: duration(ms) }],
    })),
    [],
  );
}

function timePerSpec(tests: PageTest[]): { name: string; ms: number }[] {
  const specs = new Map<string, number>();
  for (const { spec, durationMs } of tests) specs.set(spec, (specs.get(spec) ?? 0) + durationMs);
  return [...specs].map(([name, ms]) => ({ name, ms })).sort((one, other) => other.ms - one.ms);
}

interface Bar {
  label: string;
  value: string;
  parts: { size: number; kind: string; words: string }[];
}

function bars(title: string, rows: Bar[], legend: [string, string][]): HTMLElement {
  return h(
    'figure',
    { class: 'plot' },
    h('figcaption', {}, title),
    rows.length === 0
      ? h('p', { class: 'quiet' }, 'Nothing to show.')
      : h('ul', { class: 'bars', 'aria-label': title }, rows.map(barRow)),
    legend.length > 0 &&
      h(
        'p',
        { class: 'legend' },
        legend.map(([kind, words]) => h('span', {}, swatch(kind), words)),
      ),
  );
}

function barRow({ label, value, parts }: Bar): HTMLElement {
  let x = 0;
  const rects = parts.map(({ size, kind, words }) => {
    const rect = h(
      'rect',
      { class: `bar ${kind}`, x, y: 0, width: size * 100, height: 14 },
      h('title', {}, words),
    );
    x += size * 100;
    return rect;
  });
  const spoken = parts.map(({ words }) => words).join(', ');
  return h(
    'li',
    {},
    h('span', { class: 'name', title: label }, label),
    h(
      'svg',
      { viewBox: '0 0 100 14', preserveAspectRatio: 'none', role: 'img', 'aria-label': spoken },
      rects,
    ),
    h('span', { class: 'figure' }, value),
  );
}

function swatch(kind: string): HTMLElement {
  return h(
    'svg',
    { class: 'swatch', viewBox: '0 0 10 10', 'aria-hidden': 'true' },
    h('rect', { class: `bar ${kind}`, width: 10, height: 10 }),
  );
}

/** One small square for each test, a link to it; its mark says its state without colour. */
export function testStrip(tests: PageTest[]): HTMLElement {
  const marks: Record<string, string> = {
    failed: '✗',
    changed: '~',
    finding: '!',
    new: '★',
    skipped: '–',
    passed: '',
  };
  return h(
    'ul',
    { class: 'strip', 'aria-label': 'All tests' },
    tests.map((test) => {
      const state = stateOf(test);
      return h(
        'li',
        {},
        h(
          'a',
          {
            class: `cell ${state}`,
            href: to('test', test.id),
            title: `${test.name}: ${state}`,
            'aria-label': `${test.name}: ${state}`,
          },
          marks[state],
        ),
      );
    }),
  );
}

/** The one word for a test that matters most. */
export function stateOf(test: PageTest): 'failed' | 'changed' | 'finding' | 'new' | 'skipped' | 'passed' {
  if (test.differences > 0) return 'changed';
  if (test.state === 'failed' || test.misses.length > 0) return 'failed';
  if (test.findingIds.length > 0) return 'finding';
  if (test.pendingReason === 'new') return 'new';
  return test.state === 'skipped' ? 'skipped' : 'passed';
}

/** Findings and differences over the last runs, as two lines. */
export function historyPlot(history: HistoryPoint[]): HTMLElement | false {
  if (history.length < 2) return false;
  const [width, height] = [320, 90];
  const most = Math.max(1, ...history.flatMap(({ findings, differences }) => [findings, differences]));
  const line = (pick: (point: HistoryPoint) => number, kind: string) =>
    h('polyline', {
      class: `trend ${kind}`,
      points: history
        .map(
          (point, index) =>
            `${6 + (index / (history.length - 1)) * (width - 12)},${height - 8 - (pick(point) / most) * (height - 30)}`,
        )
        .join(' '),
    });
  const last = history.at(-1)!;
  const words = `Over ${counted(history.length, 'run')}: now ${counted(last.findings, 'finding')} and ${counted(last.differences, 'difference')}, at most ${most}.`;
  return h(
    'figure',
    { class: 'plot' },
    h('figcaption', {}, `Findings and differences over ${counted(history.length, 'run')}`),
    h(
      'svg',
      { class: 'history', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': words },
      h('line', { class: 'axis', x1: 6, x2: width - 6, y1: height - 8, y2: height - 8 }),
      h('text', { class: 'tick', x: 6, y: 10 }, `at most ${most}`),
      line(({ findings }) => findings, 'bad'),
      line(({ differences }) => differences, 'changed'),
    ),
    h(
      'p',
      { class: 'legend' },
      h('span', {}, swatch('bad'), 'findings (solid)'),
      h('span', {}, swatch('changed'), 'differences (dashed)'),
    ),
  );
}
