const light = `
  --paper: #fbfaf7; --card: #ffffff; --sunken: #f3f1ea; --ink: #1c1a16; --quiet: #625d52; --rule: #e2ddd0;
  --gold: #8a6410; --gold-soft: #f4e7c3; --green: #1f6b3b; --green-soft: #e2f2e6; --red: #a82a20; --red-soft: #fbe6e2;
  --amber: #8a5a00; --amber-soft: #fbeed0; --blue: #2b5a8c; --blue-soft: #e3edf7; --shadow: 0 1px 2px rgb(40 30 0 / 8%);
  color-scheme: light;
`;

const dark = `
  --paper: #14130f; --card: #1d1b16; --sunken: #24221c; --ink: #ece7da; --quiet: #a39c8b; --rule: #38342a;
  --gold: #e0b64f; --gold-soft: #3a2f12; --green: #7ccf95; --green-soft: #1a3022; --red: #f0958a; --red-soft: #3d1e1a;
  --amber: #e6b65c; --amber-soft: #392c10; --blue: #8fbbe8; --blue-soft: #1c2c3d; --shadow: none;
  color-scheme: dark;
`;

/** Colours, type, the frame of the page, cards, tables, controls. */
export const baseStyles = `
:root { ${light} }
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { ${dark} } }
:root[data-theme="dark"] { ${dark} }
* { box-sizing: border-box; }
html { scroll-padding-top: 5rem; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  overflow-wrap: anywhere;
}
code, pre, kbd, .position, .figure { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.87em; }
h1 { font-size: 1.65rem; line-height: 1.25; margin: 0 0 0.4rem; letter-spacing: -0.015em; font-weight: 650; text-wrap: balance; }
h1:focus { outline: none; }
h2 { font-size: 1.08rem; margin: 1.8rem 0 0.7rem; font-weight: 650; }
h3 { font-size: 0.78rem; margin: 0.9rem 0 0.3rem; color: var(--quiet); font-weight: 600; }
p { margin: 0.3rem 0; }
a { color: var(--gold); text-underline-offset: 2px; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--gold); outline-offset: 2px; border-radius: 4px; }
.quiet { color: var(--quiet); font-size: 0.93em; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.skip { position: absolute; left: -100vw; top: 0; padding: 0.5rem 1rem; background: var(--card); z-index: 3; }
.skip:focus { left: 0; }
.top {
  position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: 0.4rem 1.6rem; align-items: center;
  padding: 0.65rem max(1.25rem, calc((100vw - 1120px) / 2)); background: var(--card);
  border-bottom: 1px solid var(--rule);
}
.brand { display: inline-flex; gap: 0.55rem; align-items: center; font-weight: 700; color: var(--ink); text-decoration: none; letter-spacing: -0.01em; }
.stone { width: 1.05rem; height: 1.05rem; border-radius: 4px; background: linear-gradient(135deg, #26231c 0 46%, #d9ab3c 46% 60%, #26231c 60%); box-shadow: 0 0 0 1px var(--rule); }
nav { display: flex; gap: 0.25rem; flex-wrap: wrap; }
nav a { padding: 0.3rem 0.7rem; border-radius: 7px; color: var(--quiet); text-decoration: none; font-weight: 550; }
nav a:hover { background: var(--sunken); color: var(--ink); }
nav a[aria-current] { background: var(--gold-soft); color: var(--ink); }
.count { margin-left: 0.4rem; font-size: 0.82em; color: var(--quiet); font-variant-numeric: tabular-nums; }
nav a[aria-current] .count { color: var(--ink); }
.tools { margin-left: auto; display: flex; gap: 0.4rem; }
button, select, input {
  font: inherit; font-size: 0.9em; color: var(--ink); background: var(--card); border: 1px solid var(--rule);
  border-radius: 7px; padding: 0.3rem 0.7rem; min-height: 2.1rem;
}
button { cursor: pointer; font-weight: 550; }
button:hover { background: var(--sunken); }
main { display: block; max-width: 1160px; margin: 0 auto; padding: 1.8rem 1.25rem 4rem; }
footer { max-width: 1160px; margin: 0 auto; padding: 1rem 1.25rem 2rem; color: var(--quiet); font-size: 0.85em; border-top: 1px solid var(--rule); }
.card { background: var(--card); border: 1px solid var(--rule); border-radius: 10px; padding: 0.9rem 1.1rem; margin: 0.8rem 0; box-shadow: var(--shadow); }
.card > h2:first-child { margin-top: 0; }
.card.bad { border-color: var(--red); }
.card.chosen { border-color: var(--gold); box-shadow: 0 0 0 1px var(--gold); }
.plain { list-style: none; margin: 0; padding: 0; }
.plain > li:not(.card):not(.group) { display: flex; flex-wrap: wrap; gap: 0.3rem 0.6rem; align-items: baseline; padding: 0.25rem 0; }
.groups .card { margin: 0.5rem 0; padding: 0.7rem 1rem; }
.card.groups { padding: 0; }
.group { display: grid; grid-template-columns: 5.4rem minmax(0, 1fr) minmax(8rem, 18rem); gap: 0.2rem 1rem; align-items: start; padding: 0.65rem 1rem; border-top: 1px solid var(--rule); }
.group:first-child { border-top: 0; }
.group p { margin: 0; }
.group > .badge { justify-self: start; }
.group .shown { text-align: right; }
.lines li { padding: 0; }
.badges { display: flex; flex-wrap: wrap; gap: 0.35rem 0.6rem; align-items: center; margin: 0; }
.badge { display: inline-block; white-space: nowrap; font-size: 0.8em; font-weight: 600; padding: 0.05rem 0.5rem; border-radius: 5px; background: var(--sunken); color: var(--quiet); }
.badge.passed, .badge.added { background: var(--green-soft); color: var(--green); }
.badge.failed, .badge.high, .badge.error, .badge.removed { background: var(--red-soft); color: var(--red); }
.badge.changed, .badge.medium, .badge.warning { background: var(--amber-soft); color: var(--amber); }
.badge.moved, .badge.new, .badge.info { background: var(--blue-soft); color: var(--blue); }
.kind { font-size: 0.9em; color: var(--quiet); }
.gist { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 0.85em; }
.crumb { font-size: 0.9em; color: var(--quiet); margin: 0 0 0.3rem; }
.command { display: flex; gap: 0.6rem; align-items: center; margin: 0.35rem 0; padding: 0.3rem 0.35rem 0.3rem 0.8rem; background: var(--sunken); border-radius: 8px; max-width: 46rem; }
.command code { flex: 1; }
.copy { min-height: 1.8rem; padding: 0.1rem 0.6rem; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 0.35rem 1.1rem; margin: 0.6rem 0; }
.facts dt { color: var(--quiet); font-size: 0.92em; }
.facts dd { margin: 0; min-width: 0; }
.finding h2 { margin: 0.45rem 0 0.2rem; font-size: 1.05rem; }
.finding h2 a, .groups a { color: inherit; }
.fix { margin-top: 0.5rem; }
kbd { border: 1px solid var(--rule); border-bottom-width: 2px; border-radius: 5px; padding: 0.05rem 0.45rem; background: var(--sunken); }
dialog { color: var(--ink); background: var(--card); border: 1px solid var(--rule); border-radius: 12px; padding: 0.6rem 1.6rem 1.4rem; box-shadow: 0 20px 60px rgb(0 0 0 / 30%); }
dialog::backdrop { background: rgb(20 18 10 / 45%); }
.filters { display: flex; flex-wrap: wrap; gap: 0.7rem 1rem; align-items: end; margin: 0.8rem 0 1rem; }
.filters label { display: grid; gap: 0.15rem; font-size: 0.85em; color: var(--quiet); }
.filters .wide { flex: 1 1 16rem; }
.filters input, .filters select { width: 100%; font-size: 1.05em; }
.list { width: 100%; border-collapse: separate; border-spacing: 0; overflow: hidden; background: var(--card); border: 1px solid var(--rule); border-radius: 10px; }
.list th { text-align: left; font-size: 0.82em; color: var(--quiet); font-weight: 600; padding: 0.5rem 0.9rem; border-bottom: 1px solid var(--rule); }
.list td { padding: 0.5rem 0.9rem; border-bottom: 1px solid var(--rule); vertical-align: top; }
.list tbody tr { content-visibility: auto; contain-intrinsic-size: auto 3.4rem; }
.list tbody tr:hover { background: var(--sunken); }
.list .main { width: 60%; }
.list .main a { display: block; font-weight: 550; color: var(--ink); }
.list .number, .list th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
@media (max-width: 640px) { .plain > .group { grid-template-columns: 1fr; } .group .shown { text-align: left; } .list th:nth-child(n+4), .list td:nth-child(n+4) { display: none; } .top { position: static; } h1 { font-size: 1.35rem; } }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: auto; } }
@media print {
  .top, .skip, .copy, .filters, .fold, dialog { display: none; }
  body { background: #fff; color: #000; font-size: 11px; }
  main { max-width: none; padding: 0; }
  .card, .call { break-inside: avoid; box-shadow: none; }
}
`;
