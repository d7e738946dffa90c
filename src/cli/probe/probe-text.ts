import { printable } from '../../core/printable.ts';
import type { HintReport, HintsCheck } from '../../probe/check-hints.ts';
import type { HintName } from '../../probe/verdict.ts';
import { counted } from '../../review/text/words.ts';
import type { Finding } from '../../trace/finding.ts';

const hintWords: Record<HintName, string> = {
  readOnlyHint: 'read-only',
  destructiveHint: 'destructive',
  idempotentHint: 'idempotent',
  openWorldHint: 'open world',
};

/** One tool: its verdict, then one line for each hint that it gives. */
export function checkLines({ toolName, idempotency, hints }: HintsCheck): string[] {
  const { verdict, inputs, probes } = idempotency;
  const used = `${inputs.used} of ${counted(inputs.tried, 'input')}, ${counted(probes.length, 'probe')}`;
  const declared = Object.entries(hints) as [HintName, HintReport][];
  return [
    `${verdictMark(verdict)} ${printable(toolName)}  ${verdict}   ${used}`,
    ...declared.filter(([, hint]) => hint.declared !== undefined).map(([name, hint]) => hintLine(name, hint)),
  ];
}

function hintLine(name: HintName, { declared, judgement, reason }: HintReport): string {
  const mark = { honest: '✓', dishonest: '✗', unproven: '?' }[judgement];
  const says = declared === true ? 'yes' : 'no';
  return `    ${mark} ${hintWords[name].padEnd(12)} says ${says.padEnd(4)} ${judgement}   ${printable(reason)}`;
}

function verdictMark(verdict: string): string {
  if (verdict === 'inconclusive') return '?';
  return verdict === 'non-idempotent' || verdict.startsWith('dishonest') ? '✗' : '✓';
}

/** The last line: how many tools of which verdict, and how many findings. */
export function probeSummary(checks: readonly HintsCheck[], findings: readonly Finding[]): string {
  const verdicts = new Map<string, number>();
  for (const { idempotency } of checks) {
    verdicts.set(idempotency.verdict, (verdicts.get(idempotency.verdict) ?? 0) + 1);
  }
  const parts = [...verdicts].map(([verdict, count]) => `${verdict} ${count}`);
  return `${counted(checks.length, 'tool')}: ${parts.join(' · ') || 'none'} · ${counted(findings.length, 'finding')}`;
}
