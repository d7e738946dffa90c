import { systemClock, type Clock } from '../core/clock.ts';
import { messageOf } from '../core/errors.ts';
import type { StateView } from '../tool/context.ts';
import type { CallStatus } from '../trace/trace.ts';
import { compileRules, type CompiledRule } from './compile-rules.ts';
import type { JudgedCall } from './conditions/compiled.ts';
import { entryOf } from './conditions/count-condition.ts';
import { createHistory } from './history.ts';
import { limitedWait } from './limited-wait.ts';
import type { HistoryCall, Policy } from './rule.ts';
import { PolicyFault, UntoldFault, type Truth } from './truth.ts';
import { smallestWitness } from './witness.ts';
import { toVerdict, type RuleOutcome, type Verdict } from './verdict.ts';

/** A call as it is put before the monitor. */
export interface CallToJudge {
  callId: string;
  toolName: string;
  agentName?: string | undefined;
  stepIndex: number;
  input: unknown;
  state: StateView;
  /** Milliseconds since the run started; needed only where `usesClock`. */
  atMs?: number | undefined;
}

/**
 * The policies of one run, compiled once: they judge live calls in the broker and stored calls in `checkTrace`. Calls
 * are judged one at a time in call order; each that is let through is admitted before the next is judged.
 */
export interface Monitor {
  /** True when a rule has a time window, so that events must carry `atMs`. */
  readonly usesClock: boolean;
  readonly isEmpty: boolean;
  /** Evaluates every rule; never throws. A call that was admitted before does not count against itself. */
  judge(call: CallToJudge): Verdict | Promise<Verdict>;
  /** Puts a call into the history: it weighs on counts and sums from now on. */
  admit(call: CallToJudge): void;
  /** Tells how an admitted call stands or ended. One that failed or was blocked or rejected leaves counts and sums. */
  settle(callId: string, status: CallStatus | 'running', output?: unknown): void;
  /** A smallest set of earlier calls that shows why a rule matched a call that is judged now. */
  witness(rule: CompiledRule, call: CallToJudge): HistoryCall[];
  history(): readonly HistoryCall[];
}

export interface MonitorOptions {
  clock?: Clock;
  /** Limit for one asynchronous condition, in milliseconds; a condition that takes longer blocks. @default 5000 */
  timeoutMs?: number;
  /** For stored traces: values may be placeholders, and nothing is waited for. @default false */
  redacted?: boolean;
}

/**
 * Compiles policies for one run.
 * @throws AppError CONFIG_INVALID when something else than a policy is given or two have one name.
 */
export function createMonitor(policies: readonly Policy[], options: MonitorOptions = {}): Monitor {
  const { redacted = false } = options;
  const rules = compileRules(
    policies,
    redacted
      ? { redacted }
      : { redacted, wait: limitedWait(options.clock ?? systemClock, options.timeoutMs ?? 5_000) },
  );
  const history = createHistory(rules.map((rule) => rule.condition));
  let latestMs = Number.NEGATIVE_INFINITY;
  const prepare = (call: CallToJudge): JudgedCall => {
    // Time never runs backwards for a budget, whatever the clock does.
    if (call.atMs !== undefined) latestMs = Math.max(latestMs, call.atMs);
    const { callId, toolName, agentName, stepIndex, input, state } = call;
    const atMs = call.atMs === undefined ? undefined : latestMs;
    return { callId, toolName, agentName, stepIndex, input, state, atMs, history: history.view };
  };
  return {
    usesClock: rules.some((rule) => rule.condition.usesClock === true),
    isEmpty: rules.length === 0,
    judge(call) {
      history.withdraw(call.callId);
      return judge(rules, prepare(call), redacted);
    },
    admit(call) {
      history.withdraw(call.callId);
      history.add(entryOf(prepare(call)));
    },
    settle: history.settle,
    witness: (rule, call) => smallestWitness(rule, prepare(call), history.entries()),
    history: history.view,
  };
}

function judge(
  rules: readonly CompiledRule[],
  call: JudgedCall,
  redacted: boolean,
): Verdict | Promise<Verdict> {
  const outcomes: (RuleOutcome | undefined | Promise<RuleOutcome | undefined>)[] = [];
  let pending = false;
  for (const rule of rules) {
    if (!rule.applies(call)) continue;
    const outcome = evaluate(rule, call, redacted);
    if (outcome instanceof Promise) pending = true;
    if (outcome !== undefined) outcomes.push(outcome);
  }
  if (!pending) return toVerdict(outcomes as RuleOutcome[]);
  return Promise.all(outcomes).then((settled) =>
    toVerdict(settled.filter((outcome) => outcome !== undefined)),
  );
}

function evaluate(
  rule: CompiledRule,
  call: JudgedCall,
  redacted: boolean,
): RuleOutcome | undefined | Promise<RuleOutcome | undefined> {
  const fault = (thrown: unknown): RuleOutcome => {
    if (redacted && thrown instanceof UntoldFault) return { kind: 'inconclusive', rule };
    const words =
      thrown instanceof PolicyFault ? thrown.message : `its condition threw "${messageOf(thrown)}"`;
    return { kind: 'fault', rule, message: words };
  };
  const toOutcome = (truth: Truth): RuleOutcome | undefined => {
    if (truth === false) return undefined;
    if (truth === true) return { kind: 'matched', rule };
    return redacted
      ? { kind: 'inconclusive', rule }
      : fault(new PolicyFault('its condition cannot be decided'));
  };
  try {
    const truth = rule.condition.holds(call);
    return truth instanceof Promise ? truth.then(toOutcome, fault) : toOutcome(truth);
  } catch (thrown) {
    return fault(thrown);
  }
}
