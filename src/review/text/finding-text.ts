import type { Colors } from 'picocolors/types.js';
import { printable } from '../../core/printable.ts';
import type { Finding, Location, Severity } from '../../trace/finding.ts';
import { printedValue } from './printed-value.ts';
import { folded } from './words.ts';

const LABEL_WIDTH = 10;

/** A finding as lines: rule, tool and place; the sentence; the evidence; how to mend it; the command that shows it again. */
export function findingLines(finding: Finding, colors: Colors): string[] {
  const place = finding.location === undefined ? '' : colors.dim(`   ${locationText(finding.location)}`);
  const tool = finding.toolName === undefined ? '' : `   ${colors.bold(printable(finding.toolName))}`;
  return [
    `${severityWord(finding.severity, colors)}  ${printable(finding.ruleId)}${tool}${place}`,
    `  ${printable(finding.message)}`,
    ...Object.entries(finding.evidence).flatMap(([label, value]) => evidenceLines(label, value)),
    ...labelled('fix', finding.fix),
    ...labelled('again', finding.reproduce),
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

function evidenceLines(label: string, value: unknown): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')) {
    const shown = value.slice(0, 6).map((item) => evidenceValue(item));
    const rest = value.length > 6 ? [`… ${value.length - 6} more`] : [];
    return [...shown, ...rest].map(
      (text, index) => `  ${(index === 0 ? name(label) : '').padEnd(LABEL_WIDTH)}${text}`,
    );
  }
  return [`  ${name(label).padEnd(LABEL_WIDTH)}${evidenceValue(value)}`];
}

function evidenceValue(value: unknown): string {
  return typeof value === 'string' ? folded(printable(value), 160) : printedValue(value, 160);
}

// Labels are ours and short; one that is too long keeps a gap before its value.
function name(label: string): string {
  const text = printable(label);
  return text.length < LABEL_WIDTH ? text : `${text} `;
}

function labelled(label: string, text: string | undefined): string[] {
  return text === undefined ? [] : [`  ${label.padEnd(LABEL_WIDTH)}${printable(text)}`];
}
