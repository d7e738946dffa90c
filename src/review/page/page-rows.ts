import { alignTraces, type ComparedRow } from '../../compare/compare-traces.ts';
import type { Difference } from '../../trace/difference.ts';
import type { TraceCall } from '../../trace/trace.ts';
import type { CallTiming, RunReport } from '../report.ts';
import { pageDifference } from './page-difference.ts';
import type { PageCall, PageRow, PageRun, RowKind } from './page-model.ts';
import { shown } from './shown-value.ts';

/** A run as the page shows it: its calls aligned with those of its golden trace. */
export function pageRun(run: RunReport): PageRun {
  const { name, mode, status, targetName, calls, executed, compared } = run;
  const frame = run.differences
    .filter(({ toolName, kind }) => toolName === '' || kind === 'schema-changed')
    .map(pageDifference);
  return { name, mode, status, target: targetName, calls, executed, compared, frame, rows: rowsOf(run) };
}

function rowsOf(run: RunReport): PageRow[] {
  const timings = new Map((run.timings ?? []).map((timing) => [timing.callId, timing]));
  if (run.trace === undefined) return rowsOfDifferences(run.differences);
  if (run.golden === undefined) {
    return run.trace.calls.map((call, index) => sameRow(call, index + 1, timings.get(call.callId)));
  }
  const byCall = new Map<string, Difference[]>();
  for (const difference of run.differences) {
    const key = rowKey(difference.kind === 'added', difference.position ?? 0);
    byCall.set(key, [...(byCall.get(key) ?? []), difference]);
  }
  return alignTraces(run.golden, run.trace).rows.map((row) => alignedRow(row, byCall, timings));
}

function rowKey(added: boolean, position: number): string {
  return `${added ? 'added' : ''} ${position}`;
}

// What counts as a difference was decided where the test compared; the alignment only says what stands beside what.
function alignedRow(
  { golden, actual, moved }: ComparedRow,
  byCall: ReadonlyMap<string, Difference[]>,
  timings: ReadonlyMap<string, CallTiming>,
): PageRow {
  const item = (actual ?? golden)!;
  const position = (golden ?? actual)!.index + 1;
  const differences = byCall.get(rowKey(golden === undefined, position)) ?? [];
  if (golden !== undefined && actual !== undefined && moved !== true && differences.length === 0) {
    return sameRow(actual.call, actual.index + 1, timings.get(actual.call.callId));
  }
  const kind: RowKind =
    golden === undefined ? 'added' : actual === undefined ? 'removed' : moved === true ? 'moved' : 'changed';
  return {
    kind,
    ...namesOf(item.call),
    ...(golden !== undefined && { golden: pageCall(golden.call, golden.index + 1) }),
    ...(actual !== undefined && {
      actual: pageCall(actual.call, actual.index + 1, timings.get(actual.call.callId)),
    }),
    differences: differences.map(pageDifference),
  };
}

function sameRow(call: TraceCall, position: number, timing: CallTiming | undefined): PageRow {
  return { kind: 'same', ...namesOf(call), actual: pageCall(call, position, timing), differences: [] };
}

function namesOf({ toolName, agentName, scope }: TraceCall) {
  return { toolName, scope, ...(agentName !== undefined && { agentName }) };
}

function pageCall(call: TraceCall, position: number, timing?: CallTiming): PageCall {
  const { approval } = call;
  return {
    position,
    status: call.status,
    input: shown(call.input),
    ...(call.status === 'succeeded' && { output: shown(call.output) }),
    ...(call.error !== undefined && { error: `${call.error.code}: ${call.error.message}` }),
    attempts: call.attempts.map(({ outcome, error }) => ({
      outcome,
      ...(error !== undefined && { error: error.message }),
    })),
    policies: call.policyDecisions.map(
      ({ policyName, ruleIndex, ruleType, reason }) =>
        `${ruleType} by ${policyName} (rule ${ruleIndex + 1})${reason === undefined ? '' : `: ${reason}`}`,
    ),
    ...(approval !== undefined && {
      approval: `${approval.decision ?? 'undecided'}${approval.decidedBy === undefined ? '' : ` by ${approval.decidedBy}`}${approval.note === undefined ? '' : `: ${approval.note}`} (asked because: ${approval.reasons.join('; ')})`,
    }),
    ...(timing !== undefined && { startMs: timing.startMs, endMs: timing.endMs }),
  };
}

// Without traces a page still shows what differs.
function rowsOfDifferences(differences: readonly Difference[]): PageRow[] {
  return differences
    .filter(({ toolName, kind }) => toolName !== '' && kind !== 'schema-changed')
    .map((difference) => ({
      kind:
        difference.kind === 'added' || difference.kind === 'removed' || difference.kind === 'moved'
          ? difference.kind
          : 'changed',
      toolName: difference.toolName,
      scope: '',
      ...(difference.agentName !== undefined && { agentName: difference.agentName }),
      differences: [pageDifference(difference)],
    }));
}
