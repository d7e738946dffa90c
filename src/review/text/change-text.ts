import type { Colors } from 'picocolors/types.js';
import { printable } from '../../core/printable.ts';
import type { TraceCall } from '../../trace/trace.ts';
import type { RecordingChange, RunChange } from '../recording-change.ts';
import { differenceLines, differenceSummary } from './difference-text.ts';
import { printedValue } from './printed-value.ts';
import { counted } from './words.ts';

const SHOWN_CALLS = 12;

/** A changed recording as lines: what it amounts to, then each run call by call. */
export function changeLines(change: RecordingChange, colors: Colors): string[] {
  const lines = [`${colors.bold(printable(change.id))}   ${headline(change)}`];
  const several = change.runs.length > 1;
  for (const run of change.runs) {
    if (run.state === 'same') continue;
    if (several) lines.push(`  run ${printable(run.name)}   ${run.state}`);
    lines.push(...runLines(run, colors).map((line) => `  ${line}`));
  }
  return lines;
}

function headline({ state, differences, severity, runs }: RecordingChange): string {
  const calls = runs.reduce((sum, run) => sum + run.calls, 0);
  if (state === 'new') return `new, ${counted(calls, 'call')}, no golden trace yet`;
  if (state === 'gone') return 'the golden trace is gone';
  return state === 'same' ? 'no difference at this level' : differenceSummary(differences, severity);
}

function runLines({ state, differences, actual, golden, calls }: RunChange, colors: Colors): string[] {
  if (state === 'changed') return differenceLines(differences, { colors, calls });
  const shown = (actual ?? golden)?.calls ?? [];
  const rest = shown.length > SHOWN_CALLS ? [`… ${counted(shown.length - SHOWN_CALLS, 'more call')}`] : [];
  return [...shown.slice(0, SHOWN_CALLS).map(callLine), ...rest];
}

function callLine({ toolName, agentName, input, status }: TraceCall): string {
  const who = agentName === undefined ? '' : `${printable(agentName)} → `;
  const end = status === 'succeeded' ? '' : `   ${status}`;
  return `${who}${printable(toolName)} ${printedValue(input, 80)}${end}`;
}
