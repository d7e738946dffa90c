import { printable } from '../../core/printable.ts';
import type { Report } from '../report.ts';
import { reportItems, type ReportItem } from '../report-items.ts';

// GitHub shows at most ten annotations of a level for a step.
const SHOWN_PER_LEVEL = 10;
const commands = { error: 'error', warning: 'warning', info: 'notice' } as const;

/** Workflow commands that put each thing to look at on the line of the tool or spec; past ten of a level, one that counts the rest. */
export function githubAnnotations(report: Report): string[] {
  const items = reportItems(report);
  return (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const level = items.filter((item) => item.severity === severity);
    if (level.length <= SHOWN_PER_LEVEL) return level.map(annotation);
    const rest = level.length - SHOWN_PER_LEVEL + 1;
    const more = `::${commands[severity]} title=Touchstone::${rest} more of this level: see the step summary or the report page.`;
    return [...level.slice(0, SHOWN_PER_LEVEL - 1).map(annotation), more];
  });
}

function annotation(item: ReportItem): string {
  const title = [item.ruleId, item.toolName].filter((part) => part !== undefined).join(' ');
  const properties = [
    ...(item.location === undefined ? [] : [`file=${property(item.location.file)}`]),
    ...(item.location?.line === undefined ? [] : [`line=${item.location.line}`]),
    `title=${property(title)}`,
  ];
  const hint = item.hint === undefined ? '' : `%0A${data(item.hint)}`;
  return `::${commands[item.severity]} ${properties.join(',')}::${data(item.message)}${hint}`;
}

function data(text: string): string {
  return printable(text).replaceAll('%', '%25').replaceAll('##[', '# #[');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
