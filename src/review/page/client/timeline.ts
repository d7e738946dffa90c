import type { PageRow, PageRun } from '../page-model.ts';
import { duration, h } from './element.ts';

interface Block {
  row: PageRow;
  index: number;
  from: number;
  to: number;
}

const [LABEL, WIDTH, LANE, TOP] = [170, 960, 30, 22];

/**
 * The run as a picture: a lane for each scope, a block for each call, to scale where times are known and else in call
 * order; ticks for attempts, a diamond for an approval, a bar for a call that was stopped.
 */
export function timeline(run: PageRun, choose: (index: number) => void): HTMLElement | false {
  const blocks = toBlocks(run.rows);
  if (blocks.length === 0) return false;
  const scopes = [...new Set(blocks.map(({ row }) => laneOf(row)))];
  const end = Math.max(1, ...blocks.map((block) => block.to));
  const timed = run.rows.some((row) => row.actual?.endMs !== undefined);
  const scale = (WIDTH - LABEL - 10) / end;
  const height = TOP + scopes.length * LANE + 6;
  return h(
    'figure',
    { class: 'timeline' },
    h(
      'figcaption',
      {},
      timed
        ? `Timeline, to scale: ${duration(end)}`
        : 'Timeline, in call order (nothing was executed, so nothing took time)',
    ),
    h(
      'svg',
      { viewBox: `0 0 ${WIDTH} ${height}`, role: 'group', 'aria-label': 'Timeline of the run' },
      scopes.map((scope, lane) => laneLabel(scope, lane)),
      blocks.map((block) => callBlock(block, { lane: scopes.indexOf(laneOf(block.row)), scale, choose })),
      timed && [
        h('text', { class: 'tick', x: LABEL, y: 14 }, '0'),
        h('text', { class: 'tick end', x: WIDTH - 10, y: 14 }, duration(end)),
      ],
    ),
  );
}

function laneOf(row: PageRow): string {
  return row.agentName ?? (row.scope === '' ? 'run' : row.scope);
}

function toBlocks(rows: PageRow[]): Block[] {
  const timed = rows.some((row) => row.actual?.endMs !== undefined);
  if (!timed) return rows.map((row, index) => ({ row, index, from: index, to: index + 1 }));
  return rows.flatMap((row, index) => {
    const { startMs, endMs } = row.actual ?? {};
    return startMs === undefined || endMs === undefined ? [] : [{ row, index, from: startMs, to: endMs }];
  });
}

function laneLabel(scope: string, lane: number): HTMLElement {
  const y = TOP + lane * LANE;
  const text = scope.length > 24 ? `…${scope.slice(-23)}` : scope;
  return h(
    'g',
    {},
    h('line', { class: 'axis', x1: LABEL, x2: WIDTH - 10, y1: y + LANE / 2, y2: y + LANE / 2 }),
    h('text', { class: 'lane', x: 4, y: y + LANE / 2 + 4 }, text),
  );
}

function callBlock(
  { row, index, from, to }: Block,
  { lane, scale, choose }: { lane: number; scale: number; choose: (index: number) => void },
): HTMLElement {
  const box = {
    x: LABEL + from * scale,
    y: TOP + lane * LANE + 4,
    width: Math.max(5, (to - from) * scale - 2),
  };
  const call = row.actual ?? row.golden;
  const words = describe(row);
  const open = (): void => choose(index);
  const onKey = (event: Event): void => {
    if (!['Enter', ' '].includes((event as KeyboardEvent).key)) return;
    event.preventDefault();
    open();
  };
  return h(
    'g',
    {
      class: `block ${row.kind} ${call?.status ?? ''}`,
      tabindex: 0,
      role: 'button',
      click: open,
      keydown: onKey,
    },
    h('title', {}, words),
    h('rect', { ...box, height: LANE - 8, rx: 4 }),
    blockMarks(row, box),
  );
}

function describe(row: PageRow): string {
  const { status, approval, attempts = [] } = row.actual ?? row.golden ?? {};
  return [
    row.toolName,
    row.kind !== 'same' && row.kind,
    status,
    approval !== undefined && `approval ${approval}`,
    attempts.length > 1 && `${attempts.length} attempts`,
  ]
    .filter(Boolean)
    .join(', ');
}

function blockMarks(
  row: PageRow,
  { x, y, width }: { x: number; y: number; width: number },
): (HTMLElement | false)[] {
  const call = row.actual ?? row.golden;
  const attempts = Math.min(call?.attempts.length ?? 0, 9);
  const bottom = y + LANE - 8;
  const ticks = Array.from({ length: Math.max(0, attempts - 1) }, (_, tick) => {
    const at = x + ((tick + 1) / attempts) * width;
    return h('line', { class: 'attempt', x1: at, x2: at, y1: y, y2: bottom });
  });
  const stopped = call?.status === 'blocked' || call?.status === 'rejected';
  const room = Math.floor((width - 8) / 6.6);
  const name =
    row.toolName.length <= room ? row.toolName : `${row.toolName.slice(0, Math.max(0, room - 1))}…`;
  return [
    ...ticks,
    stopped && h('line', { class: 'stop', x1: x + 3, x2: x + width - 3, y1: bottom - 3, y2: y + 3 }),
    call?.approval !== undefined &&
      h('path', { class: 'approval', d: `M ${x + width / 2} ${y - 5} l 5 5 l -5 5 l -5 -5 z` }),
    room >= 3 && h('text', { x: x + 5, y: y + 15, 'aria-hidden': 'true' }, name),
  ];
}
