import { printable } from '../../core/printable.ts';
import type { RunSummary } from '../../runtime/engine.ts';
import type { Approval, RunState } from '../../runtime/run-state.ts';

/** A list of runs, one per line. */
export function printRuns(runs: readonly RunSummary[]): string {
  if (runs.length === 0) return 'No runs.';
  const width = Math.max(...runs.map(({ status }) => status.length));
  return runs
    .map(({ runId, name, status, updatedAt }) =>
      [status.padEnd(width), new Date(updatedAt).toISOString(), printable(name), printable(runId)].join('  '),
    )
    .join('\n');
}

/** One run as a timeline: its steps and calls in order, what it waits for, how it ended. */
export function printRun(run: RunState): string {
  const lines = [`${printable(run.workflowName)} ${printable(run.runId)}: ${run.status}`];
  for (const step of run.steps) {
    const place = printable(`${step.scope}/${step.key}`);
    const error = step.error === undefined ? '' : `  ${printable(step.error.message)}`;
    lines.push(`  ${step.status.padEnd(9)}  ${step.kind} ${place}${error}`);
  }
  for (const call of run.toolCalls) {
    const attempts = call.attempts.length > 1 ? `  ${call.attempts.length} attempts` : '';
    const error = call.error === undefined ? '' : `  ${printable(call.error.message)}`;
    lines.push(`  ${call.status.padEnd(9)}  call ${printable(call.callId)}${attempts}${error}`);
  }
  for (const wait of run.waits ?? []) {
    const until = wait.dueAt === undefined ? '' : ` until ${new Date(wait.dueAt).toISOString()}`;
    lines.push(`  waits for ${wait.kind} ${printable(wait.topic ?? wait.key)}${until}`);
  }
  for (const approval of run.approvals.filter(({ status }) => status === 'pending')) {
    lines.push(`  npx touchstone approvals approve ${quote(approval.approvalId)}`);
  }
  if (run.error !== undefined) lines.push(`  ${run.error.code}: ${printable(run.error.message)}`);
  if (run.output !== undefined) lines.push(`  output ${printable(JSON.stringify(run.output))}`);
  return lines.join('\n');
}

/** Approvals with all that a person needs to decide. */
export function printApprovals(approvals: readonly Approval[]): string {
  if (approvals.length === 0) return 'No approvals.';
  return approvals
    .map((approval) => {
      const who = approval.agentName === undefined ? '' : ` for agent ${printable(approval.agentName)}`;
      const by = approval.decidedBy === undefined ? '' : ` by ${printable(approval.decidedBy)}`;
      return [
        `${approval.status}${by}  ${printable(approval.toolName)}${who}`,
        `  input    ${printable(JSON.stringify(approval.input))}`,
        ...approval.reasons.map((reason) => `  reason   ${printable(reason)}`),
        ...(approval.note === undefined ? [] : [`  note     ${printable(approval.note)}`]),
        `  id       ${printable(approval.approvalId)}`,
      ].join('\n');
    })
    .join('\n');
}

function quote(text: string): string {
  return `'${printable(text).replaceAll("'", String.raw`'\''`)}'`;
}
