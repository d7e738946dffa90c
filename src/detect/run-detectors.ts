import type { Policy } from '../policy/rule.ts';
import type { Tool } from '../tool/tool.ts';
import type { Finding } from '../trace/finding.ts';
import type { Trace } from '../trace/trace.ts';
import { approvalBypassed } from './approval-bypassed.ts';
import { callAfterTimeout } from './call-after-timeout.ts';
import type { Detector } from './detector.ts';
import { loops } from './loops.ts';
import { policyViolations } from './policy-violations.ts';
import { repeatedWrites } from './repeated-writes.ts';
import { weakDescriptions } from './weak-descriptions.ts';

/** Every detector that works on a stored trace, in the order in which findings are reported. */
export const detectors: readonly Detector[] = [
  policyViolations,
  approvalBypassed,
  callAfterTimeout,
  repeatedWrites,
  loops,
  weakDescriptions,
];

/** A trace, and the tools and policies by which it is judged. */
export interface DetectorInput {
  trace: Trace;
  tools: readonly Tool[];
  policies: readonly Policy[];
}

/** Judges a stored trace by today's tools and policies; runs no tool. The same finding is given once. */
export function runDetectors(input: DetectorInput): Finding[] {
  const tools = new Map(input.tools.map((tool) => [tool.name, tool]));
  const evidence = { trace: input.trace, tools, policies: input.policies };
  const found: Finding[] = [];
  for (const detector of detectors) {
    for (const finding of detector.run(evidence)) {
      if (!found.some((other) => isSameFault(other, finding))) found.push(finding);
    }
  }
  return found;
}

// Two detectors may see the same fault of one call, such as a bypassed approval, from two sides.
function isSameFault(left: Finding, right: Finding): boolean {
  if (left.id === right.id) return true;
  return left.ruleId === right.ruleId && left.callId !== undefined && left.callId === right.callId;
}
