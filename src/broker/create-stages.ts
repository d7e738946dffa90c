import { systemClock } from '../core/clock.ts';
import type { Monitor } from '../policy/monitor.ts';
import type { Stage } from './call.ts';
import { limitedWait } from '../policy/limited-wait.ts';
import { applyPolicies } from './stages/apply-policies.ts';
import { checkAllowlist, type AgentAccess } from './stages/check-allowlist.ts';
import { execute, type ExecuteOptions } from './stages/execute.ts';
import { validateInput } from './stages/validate-input.ts';
import { validateOutput } from './stages/validate-output.ts';

export interface StagesOptions extends Partial<Omit<ExecuteOptions, 'idempotencyKey'>> {
  monitor: Monitor;
  /** The agents of the run; a call by an agent that is none of them is blocked. @default any agent may call */
  agents?: readonly AgentAccess[] | undefined;
  idempotencyKey: ExecuteOptions['idempotencyKey'];
  awaitApproval: Stage;
  /** Stands in place of the tool's code: replay, faults. */
  execute?: Stage | undefined;
  /** Limit for an asynchronous `requiresApproval`, in milliseconds. @default 5000 */
  policyTimeoutMs?: number | undefined;
}

/** The line of a call, in the parts in which it may be run. */
export interface Stages {
  /** What must let the call pass before anything happens. */
  readonly gates: readonly Stage[];
  /** The act itself. */
  readonly acts: readonly Stage[];
  /** Checked again between an approval and the act: the allowlists and what blocks, not what asks for approval. */
  readonly recheck: readonly Stage[];
}

/** Makes the stages of one run. */
export function createStages(options: StagesOptions): Stages {
  const { monitor, clock = systemClock } = options;
  const wait = limitedWait(clock, options.policyTimeoutMs ?? 5_000);
  const allowlist = checkAllowlist(options.agents);
  return {
    gates: [validateInput, allowlist, applyPolicies(monitor, { wait }), options.awaitApproval],
    acts: [options.execute ?? execute({ ...options, clock }), validateOutput],
    recheck: [allowlist, applyPolicies(monitor, { wait, recheck: true })],
  };
}
