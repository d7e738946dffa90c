import type { Json } from '../../core/json.ts';
import type { DifferenceKind, DifferenceSeverity } from '../../trace/difference.ts';
import type { Severity } from '../../trace/finding.ts';
import type { ReportTotals, TestState, Verdict } from '../report.ts';

/** All that the report page shows, as plain JSON inside the page. */
export interface PageData {
  toolVersion: string;
  mode: string;
  seed?: number;
  verdict: Verdict;
  durationMs: number;
  totals: ReportTotals;
  tests: PageTest[];
  groups: PageGroup[];
  findings: PageFinding[];
  problems: string[];
  unusedRecordings: string[];
  tools: PageTool[];
  history: HistoryPoint[];
}

/** What one earlier run came to. */
export interface HistoryPoint {
  /** ISO time. */
  at: string;
  findings: number;
  differences: number;
  failed: number;
  tests: number;
  durationMs: number;
}

/** The calls of one tool over all runs. */
export interface PageTool {
  name: string;
  calls: number;
  succeeded: number;
  failed: number;
  /** Blocked or rejected. */
  stopped: number;
  changed: number;
  /** Time in which the tool ran; 0 where nothing was executed. */
  totalMs: number;
}

export interface PageTest {
  id: string;
  name: string;
  spec: string;
  line?: number;
  state: TestState;
  durationMs: number;
  retries: number;
  errors: string[];
  recording?: string;
  pending?: string;
  pendingReason?: 'new' | 'changed';
  /** Command lines for what may be done next. */
  commands: { record: string; accept: string; reject: string };
  misses: string[];
  findingIds: string[];
  severity?: DifferenceSeverity;
  /** Set for a change that a branch proposes: the reason given, or that there is none. */
  proposed?: string;
  differences: number;
  runs: PageRun[];
}

export interface PageRun {
  name: string;
  mode: string;
  status: string;
  target: string;
  calls: number;
  executed: number;
  compared: boolean;
  /** Differences of the run itself: its input and its outcome. */
  frame: PageDifference[];
  rows: PageRow[];
}

export interface PageDifference {
  kind: DifferenceKind;
  severity: DifferenceSeverity;
  message: string;
  path?: string;
  expected?: Json;
  actual?: Json;
}

export type RowKind = 'same' | 'changed' | 'added' | 'removed' | 'moved';

/** One line of the aligned calls. A row of kind `same` has its call in `actual` only. */
export interface PageRow {
  kind: RowKind;
  toolName: string;
  agentName?: string;
  scope: string;
  golden?: PageCall;
  actual?: PageCall;
  differences: PageDifference[];
}

export interface PageCall {
  /** Its place among the calls of its trace, from 1. */
  position: number;
  status: string;
  input: Json;
  output?: Json;
  error?: string;
  attempts: { outcome: string; error?: string }[];
  policies: string[];
  approval?: string;
  startMs?: number;
  endMs?: number;
}

export interface PageGroup {
  toolName: string;
  difference: PageDifference;
  count: number;
  testIds: string[];
}

export interface PageFinding {
  id: string;
  ruleId: string;
  severity: Severity;
  message: string;
  toolName?: string;
  place?: string;
  evidence: [string, Json][];
  fix?: string;
  reproduce?: string;
  testIds: string[];
}
