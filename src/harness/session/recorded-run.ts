import type { Stage } from '../../broker/call.ts';
import { compareTraces } from '../../compare/compare-traces.ts';
import { runDetectors } from '../../detect/run-detectors.ts';
import type { Policy } from '../../policy/rule.ts';
import { executeFromRecording } from '../../record/execute-from-recording.ts';
import {
  modelFromRecording,
  type ModelQuestion,
  type RecordedModel,
} from '../../record/model-from-recording.ts';
import { createRecorder } from '../../record/recorder.ts';
import { createReplayer } from '../../record/replayer.ts';
import { applyWaivers, type Waiver } from '../../review/apply-waivers.ts';
import type { CallTiming, MissReport, RunMode } from '../../review/report.ts';
import { isReadOnly, type Tool } from '../../tool/tool.ts';
import type { Difference } from '../../trace/difference.ts';
import type { TraceEvent } from '../../trace/events.ts';
import type { Finding } from '../../trace/finding.ts';
import type { Trace, TraceCall } from '../../trace/trace.ts';

export type CompareOptions = Omit<NonNullable<Parameters<typeof compareTraces>[2]>, 'readOnlyTools'>;

export interface RecordedRunOptions {
  name: string;
  mode: RunMode;
  /** The accepted trace of this run, where there is one. */
  golden: Trace | undefined;
  /** Read-only tools of the golden recording that the project no longer has. */
  readOnlyBefore: readonly string[];
  /** Tools that are executed for real in a replay. */
  live: readonly string[];
  tools: () => readonly Tool[];
  policies: () => readonly Policy[];
  /** The command that shows this run again; stands in findings that name none. */
  reproduce: string;
  /** The command that records this run anew; stands in messages of misses. */
  recordCommand: string;
  waivers: readonly Waiver[];
}

/** One run of a test: its events, its trace, what it missed, and how it compares with its golden trace. */
export interface RecordedRun {
  readonly name: string;
  readonly mode: RunMode;
  readonly golden: Trace | undefined;
  readonly misses: MissReport[];
  /** Set by `compare`; the recording is judged at this level. */
  readonly compared: { differences: Difference[] } | undefined;
  onEvent(event: TraceEvent): void;
  /** The stage that stands in for execute; undefined executes for real. */
  executeStage(live: Stage): Stage | undefined;
  /** Answers a question to a model: from the recording in a replay, else from the model. */
  callModel(question: ModelQuestion, live: () => Promise<unknown>): Promise<unknown>;
  trace(): Trace;
  findings(): Finding[];
  compare(options?: CompareOptions): Difference[];
  /** Recorded calls that were not made; empty outside replay. */
  unused(): TraceCall[];
  /** When calls ran; empty where no tool was executed. */
  timings(): CallTiming[];
  /** How many calls executed a real tool. */
  executed(): number;
}

/** Starts the record of one run. */
export function createRecordedRun(options: RecordedRunOptions): RecordedRun {
  const { name, mode, golden } = options;
  const tools = options.tools();
  const policies = options.policies();
  const recorder = createRecorder({ name, tools, policies });
  const executed = new Set<string>();
  const misses: MissReport[] = [];
  const { replayer, models, recorded } = openReplay(options, misses);
  const watch = startWatch();
  const isLive = (toolName: string): boolean => mode !== 'replay' || options.live.includes(toolName);
  let compared: { differences: Difference[] } | undefined;
  let seen = 0;
  let finished: { at: number; result: { trace: Trace; findings: Finding[] } } | undefined;
  const finish = (): { trace: Trace; findings: Finding[] } => {
    if (finished?.at !== seen) finished = { at: seen, result: recorder.finish() };
    return finished.result;
  };
  return {
    name,
    mode,
    golden,
    misses,
    get compared() {
      return compared;
    },
    onEvent(event) {
      recorder.onEvent(event);
      seen += 1;
      if (event.type === 'tool.attempt_started' && isLive(event.toolName)) executed.add(event.callId);
      if (mode !== 'replay') watch.note(event);
    },
    executeStage: (live) => recorded && liveFor(options.live, recorded, live),
    callModel: (question, live) => (models === undefined ? live() : askRecorded(models, question, misses)),
    trace: () => finish().trace,
    findings: () => judgeRun(finish(), { ...options, tools: () => tools, policies: () => policies }),
    compare(compareOptions = {}) {
      if (golden === undefined) return [];
      const readOnlyTools = [...tools.filter(isReadOnly).map((tool) => tool.name), ...options.readOnlyBefore];
      const { differences } = compareTraces(golden, finish().trace, { ...compareOptions, readOnlyTools });
      compared = { differences };
      return differences;
    },
    timings: watch.timings,
    unused: () => replayer?.unused() ?? [],
    executed: () => executed.size,
  };
}

/** What answers in a replay, in place of tools and models; nothing elsewhere. */
function openReplay({ mode, golden, recordCommand }: RecordedRunOptions, misses: MissReport[]) {
  if (mode !== 'replay' || golden === undefined) return {};
  const replayer = createReplayer(golden, { recordCommand });
  return {
    replayer,
    models: modelFromRecording(golden, { recordCommand }),
    recorded: noteMisses(executeFromRecording(replayer), misses),
  };
}

function judgeRun(
  { trace, findings }: { trace: Trace; findings: Finding[] },
  { tools, policies, reproduce, waivers }: RecordedRunOptions,
): Finding[] {
  const judged = runDetectors({ trace, tools: tools(), policies: policies() });
  const all = [...findings, ...judged].map((finding) => ({ reproduce, ...finding }));
  return applyWaivers(all, waivers, Date.now());
}

// Time is for the report only; it never stands in a recording.
function startWatch(): { note(event: TraceEvent): void; timings(): CallTiming[] } {
  const started = performance.now();
  const calls = new Map<string, CallTiming>();
  return {
    note(event) {
      if (!('callId' in event) || event.callId === undefined) return;
      const nowMs = Math.round((performance.now() - started) * 1000) / 1000;
      const known = calls.get(event.callId);
      if (known === undefined)
        calls.set(event.callId, { callId: event.callId, startMs: nowMs, endMs: nowMs });
      else if (event.type !== 'tool.attempt_late') known.endMs = nowMs;
    },
    timings: () => [...calls.values()],
  };
}

async function askRecorded(
  models: RecordedModel,
  question: ModelQuestion,
  misses: MissReport[],
): Promise<unknown> {
  const before = models.misses.length;
  try {
    return await models.answer(question);
  } finally {
    const miss = models.misses[before];
    const callId = `${question.scope}/${question.requestId}`;
    if (miss !== undefined)
      misses.push({ callId, toolName: `model ${question.modelId}`, message: miss.message });
  }
}

// An agent may swallow the error of a miss; the test must not.
function noteMisses(recorded: Stage, misses: MissReport[]): Stage {
  return {
    name: recorded.name,
    async run(call, environment) {
      const verdict = await recorded.run(call, environment);
      if (!verdict.go && 'error' in verdict.result && verdict.result.error?.code === 'REPLAY_MISMATCH') {
        misses.push({
          callId: call.callId,
          toolName: call.tool.name,
          message: verdict.result.error.message,
        });
      }
      return verdict;
    },
  };
}

function liveFor(names: readonly string[], recorded: Stage, live: Stage): Stage {
  if (names.length === 0) return recorded;
  return {
    name: 'execute',
    run: (call, environment) => (names.includes(call.tool.name) ? live : recorded).run(call, environment),
  };
}
