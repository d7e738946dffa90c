import { expect as base } from 'vitest';
import type { RunState, ToolCall } from '../runtime/run-state.ts';
import type { Finding, Severity } from '../trace/finding.ts';
import { describeDifferences } from './matching/describe-golden.ts';
import {
  calledInOrder,
  findCalls,
  nameOf,
  type CallWish,
  type InputMatch,
  type ToolReference,
} from './matching/match-calls.ts';
import type { CompareOptions, RecordedRun } from './session/recorded-run.ts';
import { handleOf } from './session/run-handle.ts';

/** At least these parts of a value; what is left out may be anything. */
export type Partly<Value> = Value extends readonly unknown[] | ((...args: never) => unknown)
  ? Value
  : Value extends object
    ? { [Key in keyof Value]?: Partly<Value[Key]> }
    : Value;

export interface CalledOptions {
  /** How many calls must fit. @default at least one */
  times?: number;
  status?: ToolCall['status'];
  agentName?: string;
}

export interface FindingsOptions {
  /** Findings below this severity are let pass. @default 'warning' */
  atLeast?: Severity;
  /** Rules that are let pass. */
  except?: readonly string[];
}

declare module 'vitest' {
  interface Matchers<T> {
    /** The run (or call) ended, or waits, in this status. */
    toHaveStatus(status: string): T;
    /** The run called the tool with at least this input; `times` says how often. */
    toHaveCalledTool<Input>(
      tool: { readonly kind: 'tool'; readonly name: string; readonly types?: { input: Input } } | string,
      input?: Partly<Input>,
      options?: CalledOptions,
    ): T;
    /** The run called the tools in this order; other calls may stand between them. */
    toHaveCalledToolsInOrder(tools: readonly ToolReference[]): T;
    /** The run equals its golden trace at the given level. @default level 'exact' */
    toMatchGolden(options?: CompareOptions): Promise<T>;
    /** No detector found anything in the run. */
    toHaveNoFindings(options?: FindingsOptions): T;
  }
}

interface Outcome {
  pass: boolean;
  message(): string;
  actual?: unknown;
  expected?: unknown;
}

/** vitest's `expect` with matchers for the runs of a harness. */
export const expect = base;

expect.extend({
  toHaveStatus(received: unknown, status: string): Outcome {
    runOf(received, 'toHaveStatus');
    const state = received as { status: string; error?: { message: string } };
    const error = state.error === undefined ? '' : `: ${state.error.message}`;
    return {
      pass: state.status === status,
      message: () =>
        this.isNot
          ? `The run must not end as ${status}, but it did.`
          : `The run ended as ${state.status}, expected ${status}${error}`,
      actual: state.status,
      expected: status,
    };
  },

  toHaveCalledTool(
    received: unknown,
    tool: ToolReference,
    input?: unknown,
    options: CalledOptions = {},
  ): Outcome {
    const { times, ...rest } = options;
    const { toolCalls } = stateOf(received, 'toHaveCalledTool');
    const wish: CallWish = { toolName: nameOf(tool), input, ...rest };
    const matches: InputMatch = (actual, wanted) =>
      this.equals(actual, wanted, [this.utils.subsetEquality, this.utils.iterableEquality]);
    const fitting = findCalls(toolCalls, wish, matches);
    const sameTool = toolCalls.filter((call) => call.toolName === wish.toolName);
    return {
      pass: times === undefined ? fitting.length > 0 : fitting.length === times,
      message: () => describeCalls(wish, { times, fitting, toolCalls, isNot: this.isNot }),
      actual: sameTool.map((call) => call.input),
      expected: input === undefined ? wish.toolName : [input],
    };
  },

  toHaveCalledToolsInOrder(received: unknown, tools: readonly ToolReference[]): Outcome {
    const { toolCalls } = stateOf(received, 'toHaveCalledToolsInOrder');
    const actual = toolCalls.map((call) => call.toolName);
    const expected = tools.map(nameOf);
    return {
      pass: calledInOrder(toolCalls, expected),
      message: () =>
        `Expected the run ${this.isNot ? 'not ' : ''}to call ${expected.join(', then ')}; it called ${list(actual)}.`,
      actual,
      expected,
    };
  },

  async toMatchGolden(received: unknown, options: CompareOptions = {}): Promise<Outcome> {
    const run = runOf(received, 'toMatchGolden');
    return matchGolden(run, options);
  },

  toHaveNoFindings(received: unknown, options: FindingsOptions = {}): Outcome {
    const run = runOf(received, 'toHaveNoFindings');
    const findings = relevant(run.findings(), options);
    return {
      pass: findings.length === 0,
      message: () =>
        this.isNot
          ? 'Expected findings, but no detector found anything in the run.'
          : `${findings.length} finding(s):\n${findings.map(({ ruleId, message }) => `  ${ruleId}  ${message}`).join('\n')}`,
      actual: findings.map(({ ruleId, message }) => ({ ruleId, message })),
      expected: [],
    };
  },
});

function matchGolden(run: RecordedRun, options: CompareOptions): Outcome {
  if (run.golden === undefined) {
    const isNew = run.mode === 'record';
    return {
      pass: isNew,
      message: () =>
        isNew
          ? 'The run is recorded for the first time, so it equals its golden trace.'
          : `The run "${run.name}" is live and has no golden trace to compare with; record it first with: npx touchstone record`,
    };
  }
  const differences = run.compare(options);
  // While recording, the test goes on so that the whole of it is recorded; the harness fails it at its end.
  if (run.mode === 'record') return { pass: true, message: () => 'The run is being recorded.' };
  return {
    pass: differences.length === 0,
    message: () =>
      differences.length === 0 ? 'The run equals its golden trace.' : describeDifferences(run, differences),
    actual: differences.map(({ kind, toolName, path, actual }) => ({ kind, toolName, path, value: actual })),
    expected: differences.map(({ kind, toolName, path, expected }) => ({
      kind,
      toolName,
      path,
      value: expected,
    })),
  };
}

const ranks: Record<Severity, number> = { info: 0, warning: 1, error: 2 };

function relevant(
  findings: readonly Finding[],
  { atLeast = 'warning', except = [] }: FindingsOptions,
): Finding[] {
  return findings.filter(
    ({ severity, ruleId }) => ranks[severity] >= ranks[atLeast] && !except.includes(ruleId),
  );
}

function describeCalls(
  wish: CallWish,
  seen: {
    times: number | undefined;
    fitting: readonly ToolCall[];
    toolCalls: readonly ToolCall[];
    isNot: boolean;
  },
): string {
  const { times, fitting, toolCalls, isNot } = seen;
  const withInput = wish.input === undefined ? '' : ` with ${print(wish.input)}`;
  const often = times === undefined ? '' : ` ${times} time(s)`;
  const calls = toolCalls.map((call) => `${call.toolName} ${print(call.input)} ${call.status}`);
  return [
    `Expected the run ${isNot ? 'not ' : ''}to call ${wish.toolName}${withInput}${often}; ${fitting.length} call(s) fit. It called:`,
    ...(calls.length > 0 ? calls.map((call) => `  ${call}`) : ['  nothing']),
  ].join('\n');
}

function print(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function list(names: readonly string[]): string {
  return names.length > 0 ? names.join(', ') : 'nothing';
}

function runOf(received: unknown, matcher: string): RecordedRun {
  const run = handleOf(received);
  if (run !== undefined) return run;
  throw new TypeError(`${matcher} takes what harness.run, harness.call or harness.resume returned.`);
}

function stateOf(received: unknown, matcher: string): RunState {
  const run = (received as { run?: unknown } | null | undefined)?.run ?? received;
  runOf(run, matcher);
  return run as RunState;
}
