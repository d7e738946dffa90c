import type { Finding } from '../trace/finding.ts';

/** Lets a finding pass for a time, for a reason that stands in the project's configuration. */
export interface Waiver {
  /** The rule whose findings are let pass. */
  ruleId: string;
  /** Only findings about this tool. @default findings about any tool */
  toolName?: string;
  /** Only the finding with this id, as `--json` prints it. */
  id?: string;
  /** Why; shown wherever the finding is shown. */
  reason: string;
  /** The last day on which the waiver holds, as `2026-12-31`. */
  expires: string;
}

/**
 * Turns waived findings into information that names the reason; a waiver that has expired says so and lets nothing pass.
 * Days are counted in UTC.
 */
export function applyWaivers(
  findings: readonly Finding[],
  waivers: readonly Waiver[],
  nowMs: number,
): Finding[] {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  return findings.map((finding) => {
    const fitting = waivers.filter((waiver) => fits(waiver, finding));
    const holding = fitting.find(({ expires }) => expires >= today);
    if (holding !== undefined) {
      return {
        ...finding,
        severity: 'info',
        message: `${finding.message} Waived until ${holding.expires}: ${holding.reason}`,
      };
    }
    const [expired] = fitting;
    if (expired === undefined) return finding;
    return { ...finding, message: `${finding.message} Its waiver expired on ${expired.expires}.` };
  });
}

function fits({ ruleId, toolName, id }: Waiver, finding: Finding): boolean {
  return (
    ruleId === finding.ruleId &&
    (toolName === undefined || toolName === finding.toolName) &&
    (id === undefined || id === finding.id)
  );
}
