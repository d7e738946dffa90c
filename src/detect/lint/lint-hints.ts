import type { Tool } from '../../tool/tool.ts';
import { readsAs, type Lint } from './lint.ts';

/** What the annotations of a tool leave open, and where they contradict each other or the tool's name. */
export function lintHints(tool: Tool): Lint[] {
  const { readOnlyHint, destructiveHint, idempotentHint } = tool.annotations;
  if (readOnlyHint === undefined && destructiveHint === undefined && idempotentHint === undefined) {
    return [
      {
        ruleId: 'tool/missing-hints',
        severity: 'info',
        text: 'says neither whether it only reads nor whether it destroys or may be repeated, so a client must expect the worst',
        evidence: { annotations: tool.annotations },
        fix: 'Set annotations.readOnlyHint; for a tool that writes also destructiveHint and idempotentHint.',
      },
    ];
  }
  const contradictions = findContradictions(tool);
  return contradictions.map((text) => ({
    ruleId: 'tool/contradictory-hints',
    severity: 'warning',
    text,
    evidence: { annotations: tool.annotations },
    fix: 'Correct the hints; npx touchstone probe shows what the tool really does.',
  }));
}

function findContradictions(tool: Tool): string[] {
  const { readOnlyHint, destructiveHint, idempotentHint } = tool.annotations;
  if (readOnlyHint !== true) return [];
  const found: string[] = [];
  if (destructiveHint === true) found.push('says that it only reads and that it destroys');
  if (idempotentHint === false)
    found.push('says that it only reads and that a second call has a further effect');
  const verb = readsAs(tool.name);
  if (verb !== undefined) found.push(`says that it only reads, but its name says "${verb}"`);
  if (tool.requiresApproval === true)
    found.push('says that it only reads, but asks for approval before every call');
  return found;
}
