import type { Colors } from 'picocolors/types.js';
import { paintDifference } from '../../compare/paint.ts';
import { printable } from '../../core/printable.ts';
import type { Difference } from '../../trace/difference.ts';
import { differingPart } from './differing-part.ts';
import { printedValue } from './printed-value.ts';
import { counted, folded } from './words.ts';

/**
 * The differences of one run as lines: one heading a call, below it what changed. Calls that are the same are counted,
 * not shown.
 */
export function differenceLines(
  differences: readonly Difference[],
  { colors, calls }: { colors: Colors; calls?: number },
): string[] {
  const byCall = new Map<string, Difference[]>();
  for (const difference of differences) {
    const key = callKey(difference);
    byCall.set(key, [...(byCall.get(key) ?? []), difference]);
  }
  const lines = [...byCall.values()].flatMap((group) => callLines(group, colors));
  const changed = [...byCall.values()].filter(([first]) => standsForCall(first!)).length;
  const same = calls === undefined ? 0 : calls - changed;
  if (same > 0) lines.push(colors.dim(`${counted(same, 'more call')} same`));
  return lines;
}

// A removed call is none of the calls now; schemas and the run itself are no calls.
function standsForCall({ toolName, kind }: Difference): boolean {
  return toolName !== '' && kind !== 'removed' && kind !== 'schema-changed';
}

function callKey({ kind, toolName, callId = '', position = 0 }: Difference): string {
  return toolName === '' ? kind : `${kind === 'added' ? 'added' : ''} ${toolName} ${callId} ${position}`;
}

function callLines(group: readonly Difference[], colors: Colors): string[] {
  const [first] = group as [Difference];
  const kinds = [...new Set(group.map(({ kind }) => kind))].map((kind) => kind).join(', ');
  const heading =
    first.toolName === ''
      ? `the run${' '.repeat(20)}`
      : `${first.agentName === undefined ? '' : `${printable(first.agentName)} → `}${printable(first.toolName)}`;
  return [
    `${colors.bold(heading.trim().padEnd(34))} ${severityColor(first, colors)(kinds)}`,
    ...group.flatMap((difference) => detailLines(difference, colors).map((line) => `     ${line}`)),
  ];
}

function detailLines(difference: Difference, colors: Colors): string[] {
  const { kind, path, expected, actual } = difference;
  if (kind === 'added') return [`${colors.green('+')} ${printedValue(actual)}`];
  if (kind === 'removed') return [`${colors.red('-')} ${printedValue(expected)}`];
  // Hashes of schemas and the two names of a field say less than the sentence.
  if (path === undefined || kind === 'schema-changed' || difference.message.includes(' is now named '))
    return [printable(difference.message)];
  return changeLines(printable(path), { expected, actual }, colors);
}

function changeLines(
  label: string,
  { expected, actual }: { expected: unknown; actual: unknown },
  colors: Colors,
): string[] {
  const [left, right] =
    typeof expected === 'string' && typeof actual === 'string'
      ? differingPart(expected, actual)
      : [expected, actual];
  const before = left === undefined ? 'absent' : printedValue(left);
  const now = right === undefined ? 'absent' : printedValue(right);
  if (before.length + now.length <= 70) {
    return [`${label.padEnd(16)} ${colors.red(before)}  →  ${colors.green(now)}`];
  }
  if (!isTree(expected) || !isTree(actual)) {
    return [label, `  ${colors.red(`- ${before}`)}`, `  ${colors.green(`+ ${now}`)}`];
  }
  const lines = paintDifference(expected, actual).split('\n');
  const rest = lines.length > PAINTED ? [`  … ${lines.length - PAINTED} more lines`] : [];
  return [
    label,
    ...lines.slice(0, PAINTED).map((line) => `  ${paintLine(folded(printable(line), 160), colors)}`),
    ...rest,
  ];
}

// Longer differences of one value are read in the report page.
const PAINTED = 40;

function isTree(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function paintLine(line: string, colors: Colors): string {
  if (/^\s*-/.test(line)) return colors.red(line);
  return /^\s*\+/.test(line) ? colors.green(line) : line;
}

function severityColor({ severity }: Difference, colors: Colors): (text: string) => string {
  return severity === 'high' ? colors.red : severity === 'medium' ? colors.yellow : colors.dim;
}

/** What some differences amount to, in words: `2 differences, severity high: a write call changed`. */
export function differenceSummary(differences: readonly Difference[], severity: string): string {
  const grave = differences.find((difference) => difference.severity === severity) ?? differences[0];
  const words =
    grave === undefined
      ? ''
      : `: ${grave.toolName === '' ? 'the run' : printable(grave.toolName)} ${kindWords[grave.kind]}`;
  return `${counted(differences.length, 'difference')}, severity ${severity}${words}`;
}

const kindWords: Record<Difference['kind'], string> = {
  added: 'is called more often',
  removed: 'is no longer called',
  moved: 'is called at another place',
  'args-changed': 'is called with other arguments',
  'result-changed': 'returns something else',
  'status-changed': 'ends in another way',
  'attempts-changed': 'takes another number of attempts',
  'policy-changed': 'meets other policy rules',
  'approval-changed': 'is approved in another way',
  'schema-changed': 'has another schema',
  'run-input-changed': 'starts with another input',
  'run-outcome-changed': 'ends in another way',
};
