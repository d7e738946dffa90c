/** Verdict, figures, the strip of tests, bars, history, timeline. */
export const plotStyles = `
.verdict { font-size: 1.75rem; }
.verdict.passed > span { color: var(--green); }
.verdict.failed > span, .verdict.could-not-run > span { color: var(--red); }
.figures { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 0; margin: 1.3rem 0 1rem; border-block: 1px solid var(--rule); }
.figures > div { padding: 0.8rem 1.1rem; border-left: 1px solid var(--rule); }
.figures > div:first-child { border-left: 0; padding-left: 0; }
.figures dt { color: var(--quiet); font-size: 0.88em; }
.figures dd { margin: 0; font-size: 1.9rem; line-height: 1.2; font-weight: 650; font-variant-numeric: tabular-nums; letter-spacing: -0.02em; }
.figures a { color: inherit; text-decoration: none; }
.figures a:hover { text-decoration: underline; }
.figures .hot dd { color: var(--red); }
.strip { list-style: none; display: flex; flex-wrap: wrap; gap: 3px; padding: 0; margin: 0.4rem 0 0.8rem; }
.cell { display: grid; place-items: center; width: 24px; height: 24px; border-radius: 5px; font-size: 0.8rem; font-weight: 700; text-decoration: none; background: var(--green-soft); color: var(--green); border: 1px solid color-mix(in srgb, var(--green) 25%, transparent); }
.cell.failed { background: var(--red); color: var(--paper); border-color: var(--red); }
.cell.changed { background: var(--amber-soft); color: var(--amber); border-color: var(--amber); }
.cell.finding { background: var(--red-soft); color: var(--red); border-color: var(--red); }
.cell.new { background: var(--blue-soft); color: var(--blue); border-color: var(--blue); }
.cell.skipped { background: var(--sunken); color: var(--quiet); border-color: var(--rule); }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1.4rem 2.6rem; margin-top: 2.2rem; }
.plot { margin: 0; }
figcaption { font-weight: 650; font-size: 0.95rem; margin-bottom: 0.5rem; }
.bars { list-style: none; padding: 0; margin: 0; display: grid; gap: 0.3rem; }
.bars li { display: grid; grid-template-columns: minmax(0, 11rem) minmax(0, 1fr) 4.5rem; gap: 0.8rem; align-items: center; }
.bars .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-size: 0.92em; }
.bars svg { display: block; width: 100%; height: 13px; background: var(--sunken); border-radius: 3px; overflow: hidden; }
.bars .figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.bar.ok { fill: var(--green); } .bar.bad { fill: var(--red); } .bar.stopped { fill: var(--amber); } .bar.time { fill: var(--gold); } .bar.changed { fill: var(--amber); }
.legend { display: flex; flex-wrap: wrap; gap: 0.2rem 1rem; font-size: 0.85em; color: var(--quiet); }
.legend span { display: inline-flex; gap: 0.4rem; align-items: center; }
.swatch { width: 10px; height: 10px; }
.history { width: 100%; height: auto; display: block; }
.trend { fill: none; stroke-width: 2; }
.trend.bad { stroke: var(--red); } .trend.changed { stroke: var(--amber); stroke-dasharray: 5 3; }
.axis { stroke: var(--rule); stroke-width: 1; }

.tick, .lane { font-size: 11px; fill: var(--quiet); }
.lane { font-size: 12px; }
.history .tick { font-size: 9px; }
.tick.end { text-anchor: end; }
.timeline { margin: 0.9rem 0 1.2rem; overflow-x: auto; }
.timeline svg { min-width: 640px; width: 100%; display: block; }
.block { cursor: pointer; }
.block rect { fill: var(--sunken); stroke: var(--quiet); stroke-width: 1; }
.block text { font-size: 11px; fill: var(--ink); pointer-events: none; }
.block:hover rect, .block:focus-visible rect { stroke: var(--gold); stroke-width: 2.5; }
.block:focus-visible { outline: none; }
.block.changed rect { fill: var(--amber-soft); stroke: var(--amber); stroke-width: 1.6; }
.block.added rect { fill: var(--green-soft); stroke: var(--green); stroke-width: 1.6; }
.block.removed rect { fill: none; stroke: var(--red); stroke-dasharray: 4 3; }
.block.moved rect { fill: var(--blue-soft); stroke: var(--blue); stroke-width: 1.6; }
.block.failed rect { stroke: var(--red); }
.attempt { stroke: var(--quiet); stroke-width: 1.5; }
.stop { stroke: var(--red); stroke-width: 2; }
.approval { fill: var(--gold); stroke: var(--card); }
@media (max-width: 640px) { .figures { grid-template-columns: repeat(2, minmax(0, 1fr)); } .figures > div:nth-child(3) { border-left: 0; padding-left: 0; } }
`;
