import { printable } from '../../core/printable.ts';
import type { Severity } from '../../trace/finding.ts';
import type { Report } from '../report.ts';
import { reportItems, type ReportItem } from '../report-items.ts';

const levels: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'note' };

/**
 * The report as a SARIF log, for code scanning.
 * Format: Static Analysis Results Interchange Format 2.1.0, OASIS Standard, 27 March 2020.
 */
export function sarifLog(report: Report): object {
  const items = reportItems(report);
  const ruleIds = [...new Set(items.map(({ ruleId }) => ruleId))].sort();
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Touchstone',
            version: report.toolVersion,
            informationUri: 'https://www.npmjs.com/package/touchstone',
            rules: ruleIds.map((id) => ({ id, shortDescription: { text: ruleText(id) } })),
          },
        },
        invocations: [{ executionSuccessful: report.exitCode !== 2, exitCode: report.exitCode }],
        results: items.map((item) => result(item, ruleIds)),
      },
    ],
  };
}

function result(item: ReportItem, ruleIds: readonly string[]): object {
  const { location } = item;
  const hint = item.hint === undefined ? '' : `\nNext: ${printable(item.hint)}`;
  return {
    ruleId: item.ruleId,
    ruleIndex: ruleIds.indexOf(item.ruleId),
    level: levels[item.severity],
    message: { text: `${printable(item.message)}${hint}` },
    partialFingerprints: { 'touchstone/v1': item.id },
    ...(location !== undefined && {
      locations: [
        {
          physicalLocation: {
            artifactLocation: {
              uri: encodeURI(location.file.replace(/\p{Cs}/gu, '\ufffd')),
              uriBaseId: '%SRCROOT%',
            },
            ...(location.line !== undefined && { region: { startLine: Math.max(1, location.line) } }),
          },
        },
      ],
    }),
    properties: { tests: item.testIds, ...(item.toolName !== undefined && { tool: item.toolName }) },
  };
}

const texts: Record<string, string> = {
  'golden/changed': 'A run differs from its golden trace.',
  'golden/unused': 'A golden recording is used by no test.',
  'replay/miss': 'A call was made that the recording does not hold.',
  'run/problem': 'Something could not run.',
};

function ruleText(id: string): string {
  return texts[id] ?? `Found by the detector ${printable(id)}.`;
}
