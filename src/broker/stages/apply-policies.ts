import type { Wait } from '../../policy/limited-wait.ts';
import type { CallToJudge, Monitor } from '../../policy/monitor.ts';
import type { RuleOutcome, Verdict } from '../../policy/verdict.ts';
import { askTool, type ToolAnswer } from '../approval/ask-tool.ts';
import { atMsOf, blockCall, parsedInputOf } from '../block-call.ts';
import { goOn, type Call, type CallEnvironment, type Stage, type StageVerdict } from '../call.ts';
import { emitFor } from '../end-call.ts';

export interface ApplyPoliciesOptions {
  /** Waits for a tool's asynchronous `requiresApproval`, with a limit. */
  wait: Wait;
  /** After an approval only blocks count: what was asked is not asked again. @default false */
  recheck?: boolean;
}

/**
 * What do the policies say, and does the tool itself want a person to agree? Calls are judged one at a time in call
 * order; one that passes is admitted to the history before the next is judged.
 */
export function applyPolicies(monitor: Monitor, options: ApplyPoliciesOptions): Stage {
  const judge = (call: Call, environment: CallEnvironment): StageVerdict | Promise<StageVerdict> => {
    if (monitor.isEmpty) return askAndAdmit(call, environment, monitor, options);
    const judged = toJudge(call, environment);
    const verdict = monitor.judge(judged);
    if (verdict instanceof Promise)
      return verdict.then((later) => conclude(call, environment, later, monitor, options));
    return conclude(call, environment, verdict, monitor, options);
  };
  return {
    name: 'apply-policies',
    run(call, environment) {
      const turn = call.turn?.wait();
      const verdict =
        turn === undefined ? judge(call, environment) : turn.then(() => judge(call, environment));
      if (call.turn === undefined) return verdict;
      if (!(verdict instanceof Promise)) call.turn.release();
      return verdict instanceof Promise ? verdict.finally(() => call.turn?.release()) : verdict;
    },
  };
}

function toJudge(call: Call, environment: CallEnvironment): CallToJudge {
  return {
    callId: call.callId,
    toolName: call.tool.name,
    agentName: call.agentName,
    stepIndex: call.stepIndex,
    input: call.input,
    state: environment.state(),
    ...atMsOf(environment),
  };
}

function conclude(
  call: Call,
  environment: CallEnvironment,
  verdict: Verdict,
  monitor: Monitor,
  options: ApplyPoliciesOptions,
): StageVerdict | Promise<StageVerdict> {
  if (options.recheck !== true) for (const outcome of verdict.outcomes) report(call, environment, outcome);
  if (verdict.decision === 'block') return block(call, environment, verdict);
  return askAndAdmit(call, environment, monitor, options);
}

function report(call: Call, environment: CallEnvironment, outcome: RuleOutcome): void {
  if (outcome.kind !== 'matched') return;
  const { policy, rule, ruleIndex } = outcome.rule;
  const reason = 'reason' in rule ? rule.reason : undefined;
  const decision = {
    policyName: policy.name,
    ruleIndex,
    ruleType: rule.type,
    ...(reason !== undefined && { reason }),
  };
  call.policyDecisions.push(decision);
  if (rule.type === 'requireApproval') {
    call.approvalReasons.push(reason ?? `policy "${policy.name}" wants a person to agree`);
    const { expiresAfterMs = Number.POSITIVE_INFINITY } = rule;
    const soonest = Math.min(expiresAfterMs, call.expiresAfterMs ?? Number.POSITIVE_INFINITY);
    if (Number.isFinite(soonest)) call.expiresAfterMs = soonest;
  }
  const level = rule.type === 'log' ? (rule.level ?? 'info') : undefined;
  emitFor(call, environment, {
    type: 'policy.matched',
    ...decision,
    ...(level !== undefined && { level }),
    ...atMsOf(environment),
  });
  if (rule.type === 'log' && environment.observed !== false) {
    const { callId, scope } = call;
    const message = rule.message ?? `policy "${policy.name}" matched tool "${call.tool.name}"`;
    environment.emit({ type: 'log', callId, scope, level: level ?? 'info', message, ...atMsOf(environment) });
  }
}

function block(call: Call, environment: CallEnvironment, verdict: Verdict): StageVerdict {
  const { name } = call.tool;
  const blocks = verdict.outcomes.flatMap((outcome) => {
    const { policy, rule, ruleIndex } = outcome.rule;
    if (outcome.kind !== 'matched' || rule.type !== 'block') return [];
    return [{ policyName: policy.name, ruleIndex, reason: rule.reason }];
  });
  const faults = verdict.outcomes.flatMap((outcome) => {
    const { policy, ruleIndex } = outcome.rule;
    if (outcome.kind !== 'fault') return [];
    return [{ policyName: policy.name, ruleIndex, reason: outcome.message }];
  });
  const reason = blocks.length > 0 ? 'policy' : 'policy_error';
  const rules = blocks.length > 0 ? blocks : faults;
  // Sorted, so that the order in which rules are declared changes nothing.
  const words = rules
    .map((rule) => `policy "${rule.policyName}": ${rule.reason.replace(/\.$/, '')}`)
    .sort()
    .join('; ');
  const message =
    reason === 'policy'
      ? `Tool "${name}" was blocked by ${words}.`
      : `Tool "${name}" was blocked because a rule could not be evaluated, ${words}.`;
  return blockCall(call, environment, reason, message, { rules });
}

function askAndAdmit(
  call: Call,
  environment: CallEnvironment,
  monitor: Monitor,
  options: ApplyPoliciesOptions,
): StageVerdict | Promise<StageVerdict> {
  if (options.recheck === true) return admit(call, environment, monitor, options);
  const answer = askTool(call, environment, options.wait);
  const heed = (given: ToolAnswer): StageVerdict => {
    if ('fault' in given) {
      const message = `Tool "${call.tool.name}" was blocked because its requiresApproval gave no answer: ${given.fault}.`;
      return blockCall(call, environment, 'policy_error', message);
    }
    if (given.needed) {
      call.approvalReasons.push(given.reason ?? `tool "${call.tool.name}" wants a person to agree`);
      call.approvalForm = given.form;
    }
    return admit(call, environment, monitor, options);
  };
  return answer instanceof Promise ? answer.then(heed) : heed(answer);
}

function admit(
  call: Call,
  environment: CallEnvironment,
  monitor: Monitor,
  options: ApplyPoliciesOptions,
): StageVerdict {
  if (!monitor.isEmpty) monitor.admit(toJudge(call, environment));
  if (options.recheck === true) return goOn;
  emitFor(call, environment, {
    type: 'tool.allowed',
    ...parsedInputOf(call, environment),
    ...atMsOf(environment),
  });
  return goOn;
}
