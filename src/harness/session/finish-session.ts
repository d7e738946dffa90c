import { existsSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { describeTools } from '../../record/describe-tools.ts';
import { pendingPath } from '../../record/recording-name.ts';
import { writeRecording } from '../../record/recording-file.ts';
import { applyWaivers } from '../../review/apply-waivers.ts';
import type { ProbeReport, RunMode, RunReport, TestRecord } from '../../review/report.ts';
import type { Finding } from '../../trace/finding.ts';
import { RECORDING_VERSION, type Recording } from '../../trace/recording.ts';
import type { Trace } from '../../trace/trace.ts';
import { codeFingerprints } from './code-fingerprints.ts';
import { isCi } from './decide-mode.ts';
import type { CloseOptions } from '../harness.ts';
import type { RecordedRun } from './recorded-run.ts';
import type { SessionOptions } from './recording-session.ts';

interface EndOfTest {
  options: SessionOptions;
  mode: RunMode;
  golden: Recording | undefined;
  runs: readonly RecordedRun[];
  problems: readonly string[];
  probes: readonly ProbeReport[];
  probeFindings: readonly Finding[];
  closeOptions: CloseOptions;
}

/** Judges the runs of a test that has ended, writes what waits for review, and answers what a reporter should know. */
export function finishSession(end: EndOfTest): TestRecord {
  const { options, mode, runs } = end;
  // While recording every run is judged; in a test that failed, what changed may be why, so it is told as well.
  if (mode === 'record' || (mode === 'replay' && end.closeOptions.failed === true)) {
    for (const run of runs) if (run.golden !== undefined && run.compared === undefined) run.compare();
  }
  const misses = runs.flatMap((run) => run.misses);
  const record: TestRecord = {
    spec: options.address.spec,
    recording: options.file === undefined ? '' : inProject(options.file, options),
    runs: runs.map(reportRun),
    misses,
    unused: runs.flatMap((run) => run.unused().map(({ callId, toolName }) => ({ callId, toolName }))),
    findings: [
      ...runs.flatMap((run) => run.findings()),
      ...applyWaivers(end.probeFindings, options.waivers, Date.now()),
    ],
    ...(end.problems.length > 0 && { problem: end.problems.join(' ') }),
    ...(end.probes.length > 0 && { probes: [...end.probes] }),
  };
  return { ...record, ...keepPending(end, misses.length > 0), ...noteChangedCode(end) };
}

function reportRun(run: RecordedRun): RunReport {
  const trace = run.trace();
  const differences = run.compared?.differences ?? [];
  return {
    name: run.name,
    mode: run.mode,
    status: trace.status,
    targetName: trace.target?.name ?? '',
    calls: trace.calls.length,
    executed: run.executed(),
    differences,
    compared: run.compared !== undefined,
    trace,
    ...(differences.length > 0 && run.golden !== undefined && { golden: run.golden }),
    ...(run.timings().length > 0 && { timings: run.timings() }),
  };
}

// Only a first attempt outside CI writes, and only what a person can judge: a whole test, without a miss.
function keepPending(end: EndOfTest, missed: boolean): Pick<TestRecord, 'pending' | 'pendingReason'> {
  const { options, mode, golden, runs, closeOptions } = end;
  if (options.file === undefined || isCi(options.environment)) return {};
  const file = pendingPath(options.file);
  const mayWrite =
    mode !== 'live' &&
    (closeOptions.attempt ?? 0) === 0 &&
    !missed &&
    runs.length > 0 &&
    end.problems.length === 0;
  const changed = golden !== undefined && isChanged(golden, runs, mode);
  if (mayWrite && golden === undefined && closeOptions.failed !== true) {
    writeRecording(
      file,
      recordingOf(
        end,
        runs.map((run) => run.trace()),
      ),
    );
    return { pending: inProject(file, options), pendingReason: 'new' };
  }
  if (mayWrite && golden !== undefined && changed && (mode === 'replay' || closeOptions.failed !== true)) {
    writeRecording(file, recordingOf(end, mergeRuns(golden, runs, mode)));
    return { pending: inProject(file, options), pendingReason: 'changed' };
  }
  if (mayWrite && mode === 'record' && !changed && closeOptions.failed !== true)
    rmSync(file, { force: true });
  if (!existsSync(file)) return {};
  return { pending: inProject(file, options), pendingReason: golden === undefined ? 'new' : 'changed' };
}

function isChanged(golden: Recording, runs: readonly RecordedRun[], mode: RunMode): boolean {
  if (runs.some((run) => (run.compared?.differences.length ?? 0) > 0)) return true;
  if (mode !== 'record') return false;
  return runs.length !== golden.runs.length || runs.some((run) => run.golden === undefined);
}

// A replay that stopped at its first difference has not reached the later runs; they stay as they are.
function mergeRuns(golden: Recording, runs: readonly RecordedRun[], mode: RunMode): Trace[] {
  const now = new Map(runs.map((run) => [run.name, run]));
  if (mode === 'record') return runs.map((run) => run.trace());
  return golden.runs.map((trace) => now.get(trace.name)?.trace() ?? trace);
}

function noteChangedCode(end: EndOfTest): Pick<TestRecord, 'changedTools'> {
  const { options, mode, runs, closeOptions } = end;
  if (options.file === undefined || mode === 'live' || isCi(options.environment)) return {};
  const used = new Set(runs.flatMap((run) => run.trace().calls.map((call) => call.toolName)));
  const tools = options.tools().filter((tool) => used.has(tool.name));
  const fingerprints = codeFingerprints(options.root);
  if (mode === 'replay') {
    const changed = fingerprints.changedSince(options.id, tools);
    return changed.length > 0 ? { changedTools: changed } : {};
  }
  if (closeOptions.failed !== true) fingerprints.remember(options.id, tools);
  return {};
}

function inProject(file: string, options: SessionOptions): string {
  return relative(options.root, file).replaceAll('\\', '/');
}

function recordingOf({ options }: EndOfTest, traces: Trace[]): Recording {
  const used = new Set(traces.flatMap((trace) => trace.calls.map((call) => call.toolName)));
  return {
    header: {
      format: 'touchstone-recording',
      version: RECORDING_VERSION,
      spec: options.address.spec,
      test: options.test,
      complete: traces.every((trace) => trace.status !== 'running' && trace.status !== 'pending'),
      tools: describeTools(options.tools().filter((tool) => used.has(tool.name) || tool.external)),
    },
    runs: traces,
  };
}
