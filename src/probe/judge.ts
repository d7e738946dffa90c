import { isEqual } from '../core/canonical.ts';
import type { Tool } from '../tool/tool.ts';
import { createFinding } from '../trace/create-finding.ts';
import type { Location } from '../trace/finding.ts';
import type { Experiment, Observation } from './experiments/experiment.ts';
import { describeDifference, firstDifference } from './ledger/first-difference.ts';
import { reproduceProbe } from './reproduce-probe.ts';
import type { IdempotencyCheck } from './verdict.ts';

/** All that the experiments brought to light about one tool. */
export interface ProbeEvidence {
  toolName: string;
  tool: Tool | undefined;
  inputs: readonly unknown[];
  /** Whether the inputs were given rather than made. */
  given: boolean;
  seed: number;
  /** The place of the first input among all that the seed gives. */
  firstIndex: number;
  results: { experiment: Experiment; observations: Observation[] }[];
  worldFault?: string;
  /** Hosts that the tool asked and that are no part of any world on this machine. */
  foreignHosts: readonly string[];
}

type Usable = Extract<Observation, { usable: true }>;

/** Turns observations into the verdict. The worst that was seen decides; what was not seen is never called sound. */
export function judge(evidence: ProbeEvidence): IdempotencyCheck {
  if (evidence.worldFault !== undefined) {
    return { ...inconclusive(evidence, evidence.worldFault), isWorldFault: true };
  }
  const last = evidence.results.at(-1);
  const changed = last?.observations.filter(isUsable).find(({ same }) => !same);
  if (last !== undefined && changed !== undefined) return notIdempotent(evidence, last.experiment, changed);
  if (evidence.foreignHosts.length > 0) {
    const hosts = evidence.foreignHosts.join(', ');
    return inconclusive(evidence, `it asked ${hosts}, where no world can see its effects`);
  }
  const usable = evidence.results[0]?.observations.filter(isUsable) ?? [];
  if (usable.length === 0) return inconclusive(evidence, noInput(evidence));
  const effect = usable.find(({ ledgers }) => !isEqual(ledgers.before, ledgers.once));
  if (effect === undefined) {
    // What a server does elsewhere is not seen, so silence is no proof unless the tool itself says that it only reads.
    if (evidence.tool?.external === true && evidence.tool.annotations.readOnlyHint !== true) {
      return inconclusive(
        evidence,
        `none of ${counted(usable.length, 'call')} had an effect that can be seen`,
      );
    }
    return {
      ...frame(evidence),
      verdict: 'read-only',
      message: `${evidence.toolName} changed nothing with any of ${counted(usable.length, 'input')}.`,
    };
  }
  if (evidence.tool?.annotations.readOnlyHint === true) return dishonestReadOnly(evidence, effect);
  const { probes } = frame(evidence);
  return {
    ...frame(evidence),
    verdict: 'idempotent',
    message: `${evidence.toolName} may be executed again: ${counted(usable.length, 'input')}, ${counted(probes.length, 'probe')}, no further effect.`,
  };
}

function isUsable(observation: Observation): observation is Usable {
  return observation.usable;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

type Frame = Pick<IdempotencyCheck, 'toolName' | 'probe' | 'probes' | 'inputs' | 'seed'>;

function frame({ toolName, results, inputs, seed }: ProbeEvidence): Frame {
  const probes = results.map(({ experiment }) => experiment.name);
  return {
    toolName,
    probe: probes.at(-1) ?? 'none',
    probes,
    inputs: { used: results[0]?.observations.filter(isUsable).length ?? 0, tried: inputs.length },
    seed,
  };
}

function noInput({ toolName, inputs, results }: ProbeEvidence): string {
  const refusal = results[0]?.observations.find((observation) => !observation.usable);
  const first = refusal !== undefined && !refusal.usable ? ` (the first: ${refusal.reason})` : '';
  return `${toolName} accepted none of ${counted(inputs.length, 'input')}${first}`;
}

function inconclusive(evidence: ProbeEvidence, reason: string): IdempotencyCheck {
  const message = `Nothing can be said about ${evidence.toolName}: ${reason.replace(/\.$/, '')}.`;
  return {
    ...frame(evidence),
    verdict: 'inconclusive',
    reason,
    message,
    finding: createFinding({
      ruleId: 'tool/inconclusive',
      severity: 'warning',
      message,
      toolName: evidence.toolName,
      ...placeOf(evidence),
      evidence: { reason },
      about: 'idempotency',
      fix: 'Mend the world so that it sees every effect, or give inputs that the tool accepts in it.',
    }),
  };
}

function placeOf({ tool }: ProbeEvidence): { location?: Location } {
  return tool?.location === undefined ? {} : { location: tool.location };
}

function notIdempotent(evidence: ProbeEvidence, experiment: Experiment, changed: Usable): IdempotencyCheck {
  const { tool, toolName, inputs } = evidence;
  const { ledgers, inputIndex } = changed;
  const declared = tool?.annotations.idempotentHint === false && tool.retry.maxAttempts === 1;
  const message = describeChange(toolName, changed);
  const input = inputs[inputIndex];
  return {
    ...frame(evidence),
    verdict: declared ? 'declared-non-idempotent' : 'non-idempotent',
    message,
    input,
    ledgers,
    finding: createFinding({
      ruleId: 'tool/not-idempotent',
      severity: declared ? 'info' : 'error',
      message,
      toolName,
      ...placeOf(evidence),
      evidence: {
        probe: experiment.name,
        input,
        smallestOf: inputs.length,
        before: ledgers.before,
        once: ledgers.once,
        again: ledgers.again,
      },
      about: experiment.name,
      fix: declared
        ? 'Nothing to mend: the tool says that it is not idempotent, and it is never retried.'
        : 'Send ctx.idempotencyKey with the request, or key the effect by what the input names.',
      reproduce: reproduceProbe(evidence, inputIndex),
    }),
  };
}

function describeChange(toolName: string, { situation, swallowed, ledgers }: Usable): string {
  if (swallowed !== undefined) {
    return `${toolName} did nothing and gave the old result when ${situation}: its key leaves ${swallowed} out.`;
  }
  const difference = firstDifference(ledgers.once, ledgers.again);
  return `${toolName} changed the world again when ${situation}: ${difference === undefined ? 'see the ledgers' : describeDifference(difference)}.`;
}

function dishonestReadOnly(evidence: ProbeEvidence, { inputIndex, ledgers }: Usable): IdempotencyCheck {
  const { toolName } = evidence;
  const difference = describeDifference(firstDifference(ledgers.before, ledgers.once)!);
  const message = `${toolName} says that it only reads (readOnlyHint), but a call changed the world: ${difference}.`;
  const input = evidence.inputs[inputIndex];
  return {
    ...frame(evidence),
    verdict: 'dishonest:readOnlyHint',
    message,
    input,
    ledgers,
    finding: createFinding({
      ruleId: 'tool/dishonest-hint',
      severity: 'error',
      message,
      toolName,
      ...placeOf(evidence),
      evidence: { hint: 'readOnlyHint', declared: true, input, before: ledgers.before, once: ledgers.once },
      about: 'readOnlyHint',
      fix: 'Set annotations.readOnlyHint to false, or stop the effect.',
      reproduce: reproduceProbe(evidence, inputIndex),
    }),
  };
}
