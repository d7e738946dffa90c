import type { Colors } from 'picocolors/types.js';
import { printable } from '../../core/printable.ts';
import type { Finding, Location, Severity } from '../../trace/finding.ts';
import { printedValue } from './printed-value.ts';
import { folded } from './words.ts';

// Labels stand in one column, at least this wide; a longer one than the most widens only its own line.
const [LABEL_WIDTH, MOST] = [10, 16];

/** A finding as lines: rule, tool and place; the sentence; the evidence; how to mend it; the command that shows it again. */
export function findingLines(finding: Finding, colors: Colors): string[] {
  const place = finding.location === undefined ? '' : colors.dim(`   ${locationText(finding.location)}`);
  const tool = finding.toolName === undefined ? '' : `   ${colors.bold(printable(finding.toolName))}`;
  const longest = Math.max(
    ...Object.keys(finding.evidence).map((label) => printable(label).length + 2),
    LABEL_WIDTH,
  );
  const width = Math.min(longest, MOST);
  return [
    `${severityWord(finding.severity, colors)}  ${printable(finding.ruleId)}${tool}${place}`,
    `  ${printable(finding.message)}`,
    ...Object.entries(finding.evidence).flatMap(([label, value]) => evidenceLines(label, value, width)),
    ...labelled('fix', finding.fix, width),
    ...labelled('again', finding.reproduce, width),
  ];
}

/** `src/tools/refund.ts:12`, which terminals and editors open. */
export function locationText({ file, line, column }: Location): string {
  const place = [line, column].filter((part) => part !== undefined).join(':');
  return printable(place === '' ? file : `${file}:${place}`);
}

function severityWord(severity: Severity, colors: Colors): string {
  const color = { error: colors.red, warning: colors.yellow, info: colors.blue }[severity];
  return color(severity.padEnd(7).trimEnd());
}

function evidenceLines(label: string, value: unknown, width: number): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')) {
    const shown = value.slice(0, 6).map((item) => evidenceValue(item));
    const rest = value.length > 6 ? [`… ${value.length - 6} more`] : [];
    return [...shown, ...rest].map(
      (text, index) => `  ${(index === 0 ? name(label, width) : '').padEnd(width)}${text}`,
    );
  }
  return [`  ${name(label, width).padEnd(width)}${evidenceValue(value)}`];
}

function evidenceValue(value: unknown): string {
  return typeof value === 'string' ? folded(printable(value), 160) : printedValue(value, 160);
}

function name(label: string, width: number): string {
  const text = printable(label);
  return text.length < width ? text : `${text} `;
}

function labelled(label: string, text: string | undefined, width: number): string[] {
  return text === undefined ? [] : [`  ${label.padEnd(width)}${printable(text)}`];
}
