import type { Difference } from '../trace/difference.ts';
import type { Finding } from '../trace/finding.ts';
import { buildReport } from './build-report.ts';
import type { RecordingChange, RunChange } from './recording-change.ts';
import type { Report, RunReport, TestReport } from './report.ts';

/** What stored recordings come to, compared with what was accepted before; nothing runs. */
export interface ChangesOutcome {
  toolVersion: string;
  /** What was compared, shown as the mode. */
  mode: string;
  changes: readonly RecordingChange[];
  /** By id of the recording in which they were found. */
  findings: ReadonlyMap<string, readonly Finding[]>;
  problems?: readonly string[];
  /** Reasons that were given for changes, by id. */
  reasons?: ReadonlyMap<string, string>;
  recordings: string;
  durationMs: number;
}

/** Makes a report of stored recordings, so that every view can print a review without a run. */
export function reportFromChanges(outcome: ChangesOutcome): Report {
  const tests = outcome.changes.map((change) => testOf(change, outcome));
  return buildReport({
    toolVersion: outcome.toolVersion,
    mode: outcome.mode,
    tests,
    problems: outcome.problems ?? [],
    unusedRecordings: [],
    durationMs: outcome.durationMs,
  });
}

/** One recording as a test of a report. */
export function testOf(
  change: RecordingChange,
  { recordings, reasons, findings }: Pick<ChangesOutcome, 'recordings' | 'reasons' | 'findings'>,
): TestReport {
  const { id, spec, test, state } = change;
  const reason = reasons?.get(id);
  return {
    id,
    name: test,
    spec,
    state: 'passed',
    errors: [],
    durationMs: 0,
    retries: 0,
    ...((state === 'changed' || state === 'gone') && { proposed: reason === undefined ? {} : { reason } }),
    record: {
      spec,
      recording: `${recordings}/${id}.trace.json`,
      ...(state === 'new' && { pending: `${recordings}/${id}.trace.json`, pendingReason: 'new' as const }),
      runs: change.runs.map((run) => runOf(run, id)),
      misses: [],
      unused: [],
      findings: [...(findings.get(id) ?? [])],
    },
  };
}

function runOf({ name, calls, differences: found, golden, actual, state }: RunChange, id: string): RunReport {
  const trace = actual ?? golden;
  const differences = state === 'gone' ? [goneRun(name, id)] : found;
  return {
    name,
    mode: 'replay',
    status: trace?.status ?? 'completed',
    targetName: trace?.target?.name ?? 'run',
    calls,
    executed: 0,
    compared: state !== 'new',
    differences,
    ...(trace !== undefined && { trace }),
    ...(golden !== undefined && differences.length > 0 && { golden }),
  };
}

function goneRun(name: string, id: string): Difference {
  const message = `The golden trace of ${id}${name === 'main' ? '' : `, run ${name},`} is gone.`;
  return { kind: 'removed', toolName: '', severity: 'medium', message };
}
