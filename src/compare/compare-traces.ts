import { encode } from '../core/codec.ts';
import { canonicalJson } from '../core/canonical.ts';
import { formatPath } from '../core/paths.ts';
import type { Difference } from '../trace/difference.ts';
import type { Trace } from '../trace/trace.ts';
import { alignAnyOrder } from './align/align-any-order.ts';
import { alignInOrder, type AlignedCall } from './align/align-calls.ts';
import { prepareCalls, type ComparedCall } from './align/compared-call.ts';
import type { CompareOptions } from './compare-options.ts';
import { compareRow, partLeaves, type PairScope } from './compare-pair.ts';
import { createRenaming, takeStock, type Inventory } from './values/renaming.ts';
import { skeletonOf } from './values/skeleton.ts';

export interface Comparison {
  equal: boolean;
  /** Named, with a sentence each; the first divergence stands first. */
  differences: Difference[];
}

/** One line of two traces side by side. */
export interface ComparedRow extends AlignedCall {
  differences: Difference[];
}

/** What `compareTraces` found, with the alignment that a side-by-side view needs. */
export interface TraceAlignment extends Comparison {
  rows: ComparedRow[];
}

/**
 * Compares a run with its golden trace: aligns their calls inside each scope and names every difference, first
 * divergence first. Only `calls` are needed; the input and outcome of the runs are compared at level `exact` where both
 * traces have them.
 */
export function compareTraces(golden: Trace, actual: Trace, options: CompareOptions = {}): Comparison {
  const { equal, differences } = alignTraces(golden, actual, options);
  return { equal, differences };
}

/** As `compareTraces`, and returns the aligned calls with their differences as well. */
export function alignTraces(golden: Trace, actual: Trace, options: CompareOptions = {}): TraceAlignment {
  const level = options.level ?? 'exact';
  const readOnlyTools = new Set(options.readOnlyTools ?? []);
  const left = prepareCalls(golden.calls, options);
  const right = prepareCalls(actual.calls, options);
  const renaming = createRenaming(
    stockOf(golden, left),
    stockOf(actual, right),
    options.volatile ?? 'produced',
  );
  const scope: PairScope = { renaming, readOnlyTools, outcomes: level === 'exact' };
  const counts = (item: ComparedCall) => level !== 'effects' || !readOnlyTools.has(item.call.toolName);
  const align =
    level === 'same-calls-any-order' || level === 'at-least' || level === 'only-from'
      ? alignAnyOrder
      : alignInOrder;

  const before = level === 'exact' ? inputDifferences(golden, actual, scope) : [];
  const rows = align(left.filter(counts), right.filter(counts), renaming, level === 'exact').map((row) => ({
    ...row,
    differences: matters(row) ? compareRow(row, scope) : [],
  }));
  const after = level === 'exact' ? outcomeDifferences(golden, actual, scope) : [];
  const differences = [...before, ...rows.flatMap((row) => row.differences), ...after];
  return { equal: differences.length === 0, differences, rows };

  function matters(row: AlignedCall): boolean {
    if (level === 'at-least') return row.golden !== undefined;
    return level === 'only-from' ? row.actual !== undefined : true;
  }
}

function stockOf(trace: Trace, calls: readonly ComparedCall[]): Inventory {
  const inventory: Inventory = { present: new Set(), produced: new Set() };
  for (const { input, outcome } of calls) {
    takeStock(inventory, input.skeleton, false);
    takeStock(inventory, outcome.skeleton, true);
  }
  for (const event of (trace as Partial<Trace>).events ?? []) {
    if (event.type === 'step.completed') takeStock(inventory, skeletonFrom(event.output), true);
  }
  takeStock(inventory, skeletonFrom(trace.input ?? null), false);
  return inventory;
}

function skeletonFrom(value: unknown) {
  return skeletonOf(encode(value, { unsupported: 'mark' }));
}

function inputDifferences(golden: Trace, actual: Trace, scope: PairScope): Difference[] {
  if (golden.target === undefined || actual.target === undefined) return [];
  return valueDifferences('run-input-changed', 'input', golden, actual, scope);
}

function outcomeDifferences(golden: Trace, actual: Trace, scope: PairScope): Difference[] {
  if (golden.target === undefined || actual.target === undefined) return [];
  if (golden.status !== actual.status) {
    const because = actual.error === undefined ? '' : `: ${actual.error.message}`;
    return [
      {
        kind: 'run-outcome-changed',
        toolName: '',
        path: 'status',
        expected: golden.status,
        actual: actual.status,
        severity: 'high',
        message: `The run was ${golden.status} in the golden trace and is now ${actual.status}${because}.`,
      },
    ];
  }
  const messages = [golden, actual].map(({ error }) => error && { code: error.code, message: error.message });
  if (canonicalJson(messages[0]) !== canonicalJson(messages[1])) {
    return valueDifferences('run-outcome-changed', 'error', golden, actual, scope);
  }
  return valueDifferences('run-outcome-changed', 'output', golden, actual, scope);
}

function valueDifferences(
  kind: 'run-input-changed' | 'run-outcome-changed',
  field: 'input' | 'output' | 'error',
  golden: Trace,
  actual: Trace,
  { renaming }: PairScope,
): Difference[] {
  const [left, right] = [golden[field] ?? null, actual[field] ?? null].map((value) => {
    const json = encode(value, { unsupported: 'mark' });
    return { json, skeleton: skeletonOf(json) };
  });
  return partLeaves(left!, right!, renaming, [field]).map((leaf) => ({
    kind,
    toolName: '',
    path: formatPath(leaf.path),
    ...(leaf.expected !== undefined && { expected: leaf.expected }),
    ...(leaf.actual !== undefined && { actual: leaf.actual }),
    severity: 'medium' as const,
    message: `The run's ${formatPath(leaf.path)} ${leaf.change === 'changed' ? 'changed' : `was ${leaf.change}`}.`,
  }));
}
