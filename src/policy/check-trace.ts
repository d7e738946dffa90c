import { AppError } from '../core/errors.ts';
import type { StateToolCall, StateView } from '../tool/context.ts';
import { createFinding } from '../trace/create-finding.ts';
import type { Finding } from '../trace/finding.ts';
import type { Trace, TraceCall } from '../trace/trace.ts';
import type { CompiledRule } from './compile-rules.ts';
import { createMonitor, type CallToJudge, type Monitor } from './monitor.ts';
import type { Policy } from './rule.ts';
import { readTraceSteps, type TraceStep } from './trace-steps.ts';
import { UntoldFault } from './truth.ts';
import type { RuleOutcome } from './verdict.ts';

/** How many violations of one rule are told one by one. */
const MAX_TOLD = 100;

type JudgeStep = Extract<TraceStep, { kind: 'judge' }>;

/**
 * Judges a stored trace by policies, with the monitor that guards live calls: `policy/violation` for each executed call
 * that a rule blocks, `policy/approval-bypassed` for each that needed an approval nobody gave, `policy/inconclusive` for
 * each rule that the trace does not answer (no times, redacted values, asynchronous code). Linear in the events.
 * @throws AppError CONFIG_INVALID when something else than a policy is given.
 */
export function checkTrace(trace: Trace, policies: readonly Policy[]): Finding[] {
  if (!isTrace(trace)) {
    throw new AppError(
      'CONFIG_INVALID',
      'checkTrace takes a trace with events and calls, as readTrace gives it.',
    );
  }
  const monitor = createMonitor(policies, { redacted: true });
  if (monitor.isEmpty) return [];
  const story = createStory(trace);
  const report = createReport(monitor);
  const seqs = new Map<string, number>();
  for (const step of readTraceSteps(trace)) {
    if (step.kind === 'agent') {
      story.addAgent(step.agentName, step.output);
    } else if (step.kind === 'settle') {
      const { callId, output } = step.call;
      monitor.settle(callId, step.status, step.status === 'succeeded' ? output : undefined);
      if (step.status !== 'awaiting_approval') story.addCall(step.call);
    } else if (step.kind === 'resume') {
      monitor.admit(toJudge(step, story.state()));
    } else {
      seqs.set(step.call.callId, step.seq);
      const judged = toJudge(step, story.state());
      const verdict = monitor.judge(judged);
      // A stored trace is judged without waiting.
      if (verdict instanceof Promise) continue;
      for (const outcome of verdict.outcomes) report.add(outcome, step, judged, seqs);
      if (step.admitted) monitor.admit(judged);
    }
  }
  return report.findings();
}

function isTrace(value: unknown): boolean {
  try {
    const { events, calls } = value as Trace;
    return [events, calls].every(
      (list) => Array.isArray(list) && list.every((item) => typeof item === 'object' && item !== null),
    );
  } catch {
    return false;
  }
}

function toJudge(step: { call: TraceCall; atMs: number | undefined }, state: StateView): CallToJudge {
  const { callId, toolName, agentName, stepIndex = 0, input } = step.call;
  return { callId, toolName, agentName, stepIndex, input, state, atMs: step.atMs };
}

/** The state that code sees, as far as the trace tells it. */
function createStory(trace: Trace) {
  const ended: StateToolCall[] = [];
  const agentOutputs: Record<string, unknown> = {};
  return {
    addAgent(agentName: string, output: unknown): void {
      Object.defineProperty(agentOutputs, agentName, { value: output, enumerable: true, configurable: true });
    },
    addCall(call: TraceCall): void {
      const { callId, toolName, agentName, status, input, output } = call;
      const by = agentName === undefined ? {} : { agentName };
      ended.push({ callId, toolName, ...by, status, input, ...(output !== undefined && { output }) });
    },
    state: (): StateView => ({
      input: trace.input,
      agentOutputs,
      get toolCalls() {
        return Object.freeze([...ended]);
      },
      get values(): Readonly<Record<string, unknown>> {
        throw new UntoldFault('a trace does not tell state.values');
      },
    }),
  };
}

/** Collects what the rules say into findings. */
function createReport(monitor: Monitor) {
  const findings: Finding[] = [];
  const counts = new Map<CompiledRule, number>();
  const untold = new Map<CompiledRule, { step: JudgeStep; calls: number }>();
  const tell = (
    outcome: RuleOutcome,
    step: JudgeStep,
    judged: CallToJudge,
    seqs: Map<string, number>,
  ): void => {
    const { rule } = outcome;
    const nth = (counts.get(rule) ?? 0) + 1;
    counts.set(rule, nth);
    if (nth > MAX_TOLD) return;
    const witness = outcome.kind === 'matched' ? monitor.witness(rule, judged) : [];
    const callIds = [...witness.map((call) => call.callId), step.call.callId];
    const events = callIds.map((callId) => seqs.get(callId)!);
    findings.push(describe(outcome, step.call, { callIds, events }, nth));
  };
  return {
    add(outcome: RuleOutcome, step: JudgeStep, judged: CallToJudge, seqs: Map<string, number>): void {
      const { call, admitted } = step;
      if (!admitted || !(call.attempts.length > 0 || call.status === 'succeeded')) return;
      const { type } = outcome.rule.rule;
      if (outcome.kind === 'inconclusive') {
        const known = untold.get(outcome.rule);
        if (known === undefined) untold.set(outcome.rule, { step, calls: 1 });
        else known.calls += 1;
        return;
      }
      const approved = call.approval?.decision === 'approved';
      const broken =
        outcome.kind === 'fault' || type === 'block' || (type === 'requireApproval' && !approved);
      if (broken) tell(outcome, step, judged, seqs);
    },
    findings(): Finding[] {
      const unanswered = [...untold].map(([rule, { step, calls }]) => describeUntold(rule, step.call, calls));
      return [...findings, ...unanswered];
    },
  };
}

function describe(
  outcome: RuleOutcome,
  call: TraceCall,
  witness: { callIds: string[]; events: number[] },
  nth: number,
): Finding {
  const { policy, rule, ruleIndex } = outcome.rule;
  const bypassed = outcome.kind === 'matched' && rule.type === 'requireApproval';
  const reason = outcome.kind === 'fault' ? outcome.message : 'reason' in rule ? rule.reason : undefined;
  const name = `policy "${policy.name}" (rule ${ruleIndex + 1}${reason === undefined ? '' : `: ${reason}`})`;
  const message = bypassed
    ? `Tool "${call.toolName}" was executed without the approval that ${name} asks for.`
    : `Tool "${call.toolName}" was executed although ${name} blocks the call.`;
  return createFinding({
    ruleId: bypassed ? 'policy/approval-bypassed' : 'policy/violation',
    severity: 'error',
    message,
    toolName: call.toolName,
    ...(call.agentName !== undefined && { agentName: call.agentName }),
    callId: call.callId,
    evidence: { policyName: policy.name, ruleIndex, ...witness, input: call.input },
    fix: `Run the tool under policy "${policy.name}", so that the call is stopped before it acts; or change the rule.`,
    about: { policyName: policy.name, ruleIndex, nth },
  });
}

function describeUntold(compiled: CompiledRule, call: TraceCall, calls: number): Finding {
  const { policy, ruleIndex, condition } = compiled;
  const why =
    condition.usesClock === true
      ? 'it has a time window and the trace no times, or values are redacted'
      : 'it needs values that are redacted or code that cannot be asked offline';
  return createFinding({
    ruleId: 'policy/inconclusive',
    severity: 'warning',
    message: `Policy "${policy.name}" (rule ${ruleIndex + 1}) cannot be judged by this trace: ${why}.`,
    toolName: call.toolName,
    callId: call.callId,
    evidence: { policyName: policy.name, ruleIndex, calls, firstCallId: call.callId },
    fix: `Record the run anew with policy "${policy.name}" attached, so that the trace holds what the rule needs.`,
    about: { policyName: policy.name, ruleIndex },
  });
}
