import type { Difference } from '../trace/difference.ts';
import type { Finding, Location } from '../trace/finding.ts';
import type { RunStatus, Trace } from '../trace/trace.ts';

/** How the runs of a test got their results. */
export type RunMode = 'replay' | 'record' | 'live';

/** One run of a test, as a reporter shows it. */
export interface RunReport {
  name: string;
  mode: RunMode;
  status: RunStatus;
  targetName: string;
  calls: number;
  /** How many calls executed a real tool. */
  executed: number;
  /** Against the golden trace; empty where there was none to compare with. */
  differences: Difference[];
  /** Whether the run was compared with a golden trace. */
  compared: boolean;
  /** The run as it is now, redacted; views show its calls. */
  trace?: Trace;
  /** The golden trace, where the run differs from it. */
  golden?: Trace;
  /** When calls ran, for runs that executed tools. */
  timings?: CallTiming[];
}

/** When a call ran, in milliseconds since its run started. */
export interface CallTiming {
  callId: string;
  startMs: number;
  endMs: number;
}

/** A call that the recording did not hold: the sentence, and the command that records it. */
export interface MissReport {
  callId: string;
  toolName: string;
  message: string;
}

/** What one test contributes. Plain data: it travels through `task.meta.touchstone`. */
export interface TestRecord {
  /** The spec file and the recording, relative to the project, with `/`. */
  spec: string;
  recording: string;
  /** Set where a recording waits to be accepted. */
  pending?: string;
  /** Why there is a pending recording: the test has no golden yet, or it changed. */
  pendingReason?: 'new' | 'changed';
  runs: RunReport[];
  misses: MissReport[];
  /** Calls of the recording that the test no longer makes. */
  unused: { callId: string; toolName: string }[];
  findings: Finding[];
  /** Set where the test could not run for a reason of Touchstone's own, such as a damaged recording. */
  problem?: string;
  /** Tools whose code differs from what made the recording; a replay executes none, so only `record` shows what they do. */
  changedTools?: string[];
  probes?: ProbeReport[];
  fuzz?: FuzzReport[];
}

export interface ProbeReport {
  toolName: string;
  verdict: string;
}

export interface FuzzReport {
  toolName: string;
  inputs: number;
}

export type TestState = 'passed' | 'failed' | 'skipped';

/** One test as every view shows it. */
export interface TestReport {
  /** Stable and pasteable into the next command: the recording's path without folder and ending. */
  id: string;
  name: string;
  spec: string;
  location?: Location;
  state: TestState;
  errors: string[];
  durationMs: number;
  retries: number;
  /** Set where the differences are a change of the golden trace that a branch proposes, with the reason given for it. */
  proposed?: { reason?: string };
  /** Absent for tests that did not use the harness. */
  record?: TestRecord;
}

/** `changed`: nothing is wrong, but golden traces were changed and a reviewer should look. */
export type Verdict = 'passed' | 'changed' | 'failed' | 'could-not-run';

export interface ReportTotals {
  specs: number;
  tests: number;
  passed: number;
  failed: number;
  skipped: number;
  runs: number;
  calls: number;
  executed: number;
  compared: number;
  differences: number;
  findings: number;
  misses: number;
  pending: number;
}

/** The one model that every view prints: differences, findings and outcomes of a whole run of `touchstone`. */
export interface Report {
  schemaVersion: 1;
  toolVersion: string;
  mode: string;
  seed?: number;
  /** The configuration file as `--config` takes it, where it is not the one of the current folder. */
  configFile?: string;
  verdict: Verdict;
  /** 0 fine, 1 regression or findings, 2 could not run. */
  exitCode: 0 | 1 | 2;
  tests: TestReport[];
  /** All findings, each once, worst first. */
  findings: Finding[];
  /** Problems that belong to no test, such as a spec that throws when it is imported. */
  problems: string[];
  /** Golden recordings that no test used, only in runs without a filter. */
  unusedRecordings: string[];
  totals: ReportTotals;
  durationMs: number;
}
