/** The aligned calls, side by side. */
export const callStyles = `
.run > h2 { margin-bottom: 0.1rem; }
.calls { border: 1px solid var(--rule); border-radius: 10px; background: var(--card); overflow: hidden; box-shadow: var(--shadow); }
.call { border-top: 1px solid var(--rule); }
.long .call { content-visibility: auto; contain-intrinsic-size: auto 2.7rem; }
.long .call[open] { content-visibility: visible; }
.calls > :first-child { border-top: 0; }
.call summary { display: flex; gap: 0.3rem 0.8rem; align-items: baseline; padding: 0.5rem 0.9rem; cursor: pointer; list-style: none; flex-wrap: wrap; }
.call summary::-webkit-details-marker { display: none; }
.call summary:hover { background: var(--sunken); }
.call summary:focus-visible { outline-offset: -2px; }
.call.changed, .call.moved { box-shadow: inset 3px 0 var(--amber); }
.call.added { box-shadow: inset 3px 0 var(--green); }
.call.removed { box-shadow: inset 3px 0 var(--red); }
.call.moved { box-shadow: inset 3px 0 var(--blue); }
.position { color: var(--quiet); min-width: 3.2rem; font-variant-numeric: tabular-nums; }
.call summary .badge, .calm { min-width: 5.6rem; }
.calm { color: var(--quiet); font-size: 0.82em; padding-left: 0.5rem; }
.same-part { margin-top: 0.7rem; }
.line.folded { color: var(--quiet); text-align: center; border-block: 1px dashed var(--rule); margin: 0.15rem 0; }
.agent { color: var(--quiet); }
.status { font-size: 0.82em; font-weight: 600; color: var(--red); border: 1px solid currentcolor; border-radius: 5px; padding: 0 0.4rem; }
.call summary .gist { color: var(--quiet); flex: 1 1 18rem; min-width: 0; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.call.changed summary .gist { color: var(--ink); }
.call-body { padding: 0.1rem 0.9rem 1rem; }
.fold { display: block; width: 100%; border: 0; border-top: 1px solid var(--rule); border-radius: 0; background: var(--sunken); color: var(--quiet); padding: 0.45rem; }
.fold:hover { color: var(--ink); }
.changes { list-style: none; padding: 0; margin: 0.3rem 0; }
.changes li { display: flex; flex-wrap: wrap; gap: 0.2rem 0.7rem; align-items: baseline; padding: 0.12rem 0; }
.heads, .pair { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 0.7rem; }
.heads { margin-top: 0.8rem; font-size: 0.85em; font-weight: 650; color: var(--quiet); border-bottom: 1px solid var(--rule); padding-bottom: 0.25rem; }
.value { margin: 0; padding: 0.5rem 0.7rem; background: var(--sunken); border-radius: 7px; white-space: pre-wrap; max-height: 34rem; overflow: auto; line-height: 1.5; }
.line { display: block; padding-left: 1.2rem; text-indent: -1.2rem; border-radius: 3px; }
.sign { display: inline-block; width: 1.2rem; text-indent: 0; color: var(--quiet); }
.line.blank { opacity: 0.55; background: repeating-linear-gradient(-45deg, transparent 0 5px, var(--rule) 5px 6px); }
mark { background: none; color: inherit; font-weight: 650; }
.golden .line.changed { background: var(--red-soft); color: var(--red); }
.now .line.changed { background: var(--green-soft); color: var(--green); }
.golden .changed .sign, .now .changed .sign { color: inherit; }
@media (max-width: 640px) { .heads { display: none; } .pair { grid-template-columns: 1fr; gap: 0.4rem; } }
`;
