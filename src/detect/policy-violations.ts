import { checkTrace } from '../policy/check-trace.ts';
import { locationOf } from './call-facts.ts';
import type { Detector } from './detector.ts';

/** Today's policies over a trace: a call that a rule would have blocked or held for approval, and that went through. */
export const policyViolations: Detector = {
  ruleIds: ['policy/violation', 'policy/inconclusive'],
  run({ trace, policies, tools }) {
    if (policies.length === 0) return [];
    return checkTrace(trace, policies).map((finding) => {
      const { toolName } = finding;
      return { ...(toolName !== undefined && locationOf(tools.get(toolName))), ...finding };
    });
  },
};
