import { AppError, fromErrorRecord } from '../core/errors.ts';
import type { Policy } from '../policy/rule.ts';
import type { RunTarget as EngineTarget } from '../runtime/engine.ts';
import type { Approval, Decision, Decisions, RunState, ToolCall } from '../runtime/run-state.ts';
import type { World } from '../tool/world.ts';
import { answerApprovals } from './answer-approvals.ts';
import type { Harness, HarnessCall, HarnessOptions, HarnessRun, HarnessRunOptions } from './harness.ts';
import { probeIdempotency } from './probe-idempotency.ts';
import type { RecordedRun } from './session/recorded-run.ts';
import type { SessionOptions } from './session/recording-session.ts';
import { attachHandle, handleOf } from './session/run-handle.ts';
import { setUpBench, type RunTarget } from './set-up-bench.ts';

/** Where a harness stands: the test it belongs to, and what command line, environment and configuration say. */
export type HarnessPlace = Pick<
  SessionOptions,
  'root' | 'file' | 'id' | 'test' | 'address' | 'commandLineMode' | 'environment' | 'waivers'
> & {
  seed: number | undefined;
  /** Policies that judge the runs without being in force while they go on. */
  judging: readonly Policy[];
  worlds: Readonly<Record<string, World>>;
};

type StartOptions = HarnessRunOptions & { agentName?: string };

/** Joins broker, engine and recording for the runs of one test, in its place. */
export function openHarness(options: HarnessOptions, place: HarnessPlace): Harness {
  const bench = setUpBench(options, place);
  const goOn = async (state: RunState, run: RecordedRun): Promise<HarnessRun> => {
    const resume = (decisions: Decisions) => bench.engine().resumeRun(state.runId, { decisions });
    return present(await answerApprovals(state, run, options.approver, resume), run);
  };
  const start = async (
    given: RunTarget | string,
    input: unknown,
    runOptions: StartOptions,
  ): Promise<HarnessRun> => {
    const target = await bench.prepare(given);
    const run = bench.session().beginRun(runOptions);
    const { agentName } = runOptions;
    const state = await bench.engine().run(target as EngineTarget<unknown>, input, {
      runId: bench.register(run),
      ...(agentName !== undefined && { agentName }),
    });
    return goOn(state, run);
  };
  const harness = {
    get mode() {
      return bench.session().mode;
    },
    run: (target: RunTarget, input: unknown, runOptions: HarnessRunOptions = {}) =>
      start(target, input, runOptions),
    call: async (tool: RunTarget | string, input: unknown, callOptions: StartOptions = {}) =>
      callOf(await start(tool, input, callOptions)),
    tools: bench.tools,
    async resume(run: HarnessRun, given: Decisions | 'approve' | 'reject') {
      const record = handleOf(run);
      if (record === undefined) throw new TypeError('harness.resume takes what harness.run returned.');
      const decisions = typeof given === 'string' ? decideAll(run.approvals, given) : given;
      return goOn(await bench.engine().resumeRun(run.runId, { decisions }), record);
    },
    checkIdempotency: probeIdempotency(options, place, bench.session),
    get approvals() {
      return bench.engine().approvals;
    },
    clock: bench.clock,
    close: bench.close,
  };
  return harness as Harness;
}

function present(state: RunState, run: RecordedRun): HarnessRun {
  const shown = { ...state, name: run.name, mode: run.mode };
  Object.defineProperty(shown, 'trace', { get: () => run.trace(), enumerable: false });
  return attachHandle(shown as HarnessRun, run);
}

function callOf(run: HarnessRun): HarnessCall {
  const call = run.toolCalls[0];
  if (call === undefined) {
    throw run.error === undefined
      ? new AppError('TOOL_EXECUTION_FAILED', `The run "${run.name}" made no call.`)
      : fromErrorRecord(run.error);
  }
  return attachHandle(Object.assign(resultOf(call), { run }) as HarnessCall, handleOf(run)!);
}

function resultOf(call: ToolCall): object {
  const { callId, toolName, status, output, error, approvalId } = call;
  if (status === 'succeeded') return { status, callId, toolName, output };
  return {
    status,
    callId,
    toolName,
    ...(error !== undefined && { error: fromErrorRecord(error) }),
    ...(approvalId !== undefined && { approvalId }),
  };
}

function decideAll(approvals: readonly Approval[], decision: Decision): Decisions {
  const open = approvals.filter(({ status }) => status === 'pending');
  return Object.fromEntries(open.map(({ approvalId }) => [approvalId, decision]));
}
