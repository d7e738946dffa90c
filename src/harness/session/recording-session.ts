import { existsSync } from 'node:fs';
import { AppError } from '../../core/errors.ts';
import type { Policy } from '../../policy/rule.ts';
import { readRecording } from '../../record/recording-file.ts';
import type { ProbeReport, RunMode, TestRecord } from '../../review/report.ts';
import type { Waiver } from '../../review/apply-waivers.ts';
import type { Tool } from '../../tool/tool.ts';
import type { Finding } from '../../trace/finding.ts';
import type { Recording } from '../../trace/recording.ts';
import { commandFor, type TestAddress } from '../project/command-line.ts';
import { decideMode, isCi, type RequestedMode } from './decide-mode.ts';
import { finishSession } from './finish-session.ts';
import type { CloseOptions, HarnessRunOptions } from '../harness.ts';
import { createRecordedRun, type RecordedRun } from './recorded-run.ts';

export interface SessionOptions {
  /** The project's folder, absolute. */
  root: string;
  /** Where the accepted recording is or will be, absolute; undefined records nothing. */
  file: string | undefined;
  /** The recording's id: its path inside the folder of recordings without the ending. */
  id: string;
  /** The full name of the test. */
  test: string;
  address: TestAddress;
  mode: RequestedMode | undefined;
  commandLineMode: RequestedMode | undefined;
  environment: Readonly<Record<string, string | undefined>>;
  tools: () => readonly Tool[];
  /** Every policy that judges the runs: those in force and those of the configuration. */
  policies: () => readonly Policy[];
  waivers: readonly Waiver[];
}

/** The recording of one test while the test runs: what is golden, which runs there were, what is to be written. */
export interface RecordingSession {
  readonly mode: RunMode;
  readonly golden: Recording | undefined;
  beginRun(options: HarnessRunOptions): RecordedRun;
  noteProbe(report: ProbeReport, finding: Finding | undefined): void;
  /** Ends the test: writes or leaves alone the pending recording, and answers what a reporter should know. */
  finish(options: CloseOptions): TestRecord;
}

/** Opens the session of one test. A recording that cannot be read throws RECORDING_INVALID with file and place. */
export function openSession(options: SessionOptions): RecordingSession {
  const { file, environment } = options;
  const goldenExists = file !== undefined && existsSync(file);
  const mode = decideMode({
    option: options.mode,
    commandLine: options.commandLineMode,
    environment,
    named: file !== undefined,
    goldenExists,
  });
  const golden = goldenExists ? readGolden(file, mode) : undefined;
  const runs: RecordedRun[] = [];
  const problems: string[] = [];
  const probes: ProbeReport[] = [];
  const probeFindings: Finding[] = [];
  return {
    mode,
    golden,
    beginRun(runOptions) {
      const name = givenName(runs, runOptions.name);
      const problem = refuse(name, runs, runOptions.live ?? [], options);
      if (problem !== undefined) {
        problems.push(problem.message);
        throw problem;
      }
      const goldenRun = golden?.runs.find((trace) => trace.name === name);
      if (mode === 'replay' && goldenRun === undefined) throw notRecorded(name, golden, options);
      const run = createRecordedRun({
        name,
        mode,
        golden: goldenRun,
        readOnlyBefore: goneReadOnly(golden, options.tools()),
        live: runOptions.live ?? [],
        tools: options.tools,
        policies: options.policies,
        reproduce: commandFor('run', options.address),
        recordCommand: commandFor('record', options.address),
        waivers: options.waivers,
      });
      runs.push(run);
      return run;
    },
    noteProbe(report, finding) {
      probes.push(report);
      if (finding !== undefined) probeFindings.push(finding);
    },
    finish: (closeOptions) =>
      finishSession({ options, mode, golden, runs, problems, probes, probeFindings, closeOptions }),
  };
}

// Names are given by order, never by chance: the first run is `main`, later ones `run-2`, `run-3`, ….
function givenName(runs: readonly RecordedRun[], given: string | undefined): string {
  return given ?? (runs.length === 0 ? 'main' : `run-${runs.length + 1}`);
}

function refuse(
  name: string,
  runs: readonly RecordedRun[],
  live: readonly string[],
  { test, address, environment }: SessionOptions,
): AppError | undefined {
  if (runs.some((run) => run.name === name)) {
    return new AppError(
      'CONFIG_INVALID',
      `Two runs of the test "${test}" in ${address.spec} are named "${name}"; give each its own name with harness.run(target, input, { name }).`,
    );
  }
  if (live.length === 0 || !isCi(environment)) return undefined;
  return new AppError(
    'CONFIG_INVALID',
    `The test "${test}" asks to execute ${live.join(', ')} for real, which is refused in CI (the variable CI is set).`,
  );
}

// To record anew is how a damaged recording is mended, so then it counts as none.
function readGolden(file: string, mode: RunMode): Recording | undefined {
  try {
    return readRecording(file);
  } catch (error) {
    if (mode === 'record' && AppError.is(error) && error.code === 'RECORDING_INVALID') return undefined;
    throw error;
  }
}

function goneReadOnly(golden: Recording | undefined, tools: readonly Tool[]): string[] {
  const known = new Set(tools.map((tool) => tool.name));
  return (golden?.header.tools ?? []).flatMap(({ name, readOnly }) =>
    readOnly && !known.has(name) ? [name] : [],
  );
}

function notRecorded(name: string, golden: Recording | undefined, options: SessionOptions): AppError {
  const again = commandFor('record', options.address);
  if (golden === undefined) {
    return new AppError(
      'REPLAY_MISMATCH',
      `The test "${options.test}" has no recording to replay; no tool was executed. Make one with: ${again}`,
    );
  }
  const known = golden.runs.map((run) => run.name).join(', ') || 'no run';
  return new AppError(
    'REPLAY_MISMATCH',
    `The recording ${options.id} holds no run named "${name}" (it holds ${known}); no tool was executed. If the run is new: ${again}`,
  );
}
