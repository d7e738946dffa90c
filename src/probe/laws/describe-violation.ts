import { encode } from '../../core/codec.ts';
import { redact } from '../../redact/redact.ts';
import type { Tool } from '../../tool/tool.ts';
import { createFinding } from '../../trace/create-finding.ts';
import type { Finding } from '../../trace/finding.ts';
import type { LawViolation } from './law.ts';

/** A broken law with the input that shows it. */
export interface ShownViolation {
  tool: Tool;
  violation: LawViolation;
  input: unknown;
  token: string;
  runs: number;
  shrinks: number;
}

/** The finding of a broken law: what was seen, the simplest input, what was expected, and the command that repeats it. */
export function describeViolation({ tool, violation, input, token, runs, shrinks }: ShownViolation): Finding {
  const shown = redact(input, { sensitiveFieldNames: [...tool.sensitiveFieldNames] });
  return createFinding({
    ruleId: violation.ruleId,
    severity: violation.severity,
    message: `${tool.name} ${violation.observed}.`,
    toolName: tool.name,
    ...(tool.location !== undefined && { location: tool.location }),
    evidence: {
      law: violation.law,
      input: encode(shown.value, { unsupported: 'mark' }),
      observed: violation.observed,
      expected: violation.expected,
      runs,
      shrinks,
      seed: token,
      ...violation.evidence,
    },
    about: { law: violation.law, signature: violation.signature },
    fix: violation.fix,
    reproduce: `npx touchstone fuzz ${tool.name} --law ${violation.law} --seed ${token}`,
  });
}
