import type { PageTest, PageTool } from './page-model.ts';

/** Calls, outcomes, changes and time of each tool over all runs, most called first. */
export function toolFigures(tests: readonly PageTest[]): PageTool[] {
  const tools = new Map<string, PageTool>();
  for (const row of tests.flatMap(({ runs }) => runs.flatMap(({ rows }) => rows))) {
    const figures = tools.get(row.toolName) ?? newTool(row.toolName);
    tools.set(row.toolName, figures);
    if (row.kind !== 'same') figures.changed += 1;
    const call = row.actual;
    if (call === undefined) continue;
    figures.calls += 1;
    if (call.status === 'succeeded') figures.succeeded += 1;
    else if (call.status === 'failed') figures.failed += 1;
    else figures.stopped += 1;
    figures.totalMs += (call.endMs ?? 0) - (call.startMs ?? 0);
  }
  return [...tools.values()].sort(
    (left, right) => right.calls - left.calls || (left.name < right.name ? -1 : 1),
  );
}

function newTool(name: string): PageTool {
  return { name, calls: 0, succeeded: 0, failed: 0, stopped: 0, changed: 0, totalMs: 0 };
}
