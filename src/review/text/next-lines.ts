import type { Colors } from 'picocolors/types.js';
import { lacksReason } from '../build-report.ts';
import type { Report } from '../report.ts';
import { differencesOf } from '../group-differences.ts';
import { shellWord } from './words.ts';

/** What to do next: one line, none where nothing is to be done. */
export function nextLines(report: Report, colors: Colors): string[] {
  const command = nextCommand(report);
  return command === undefined ? [] : [`${colors.bold('next')}  ${command}`];
}

function nextCommand({
  tests,
  findings,
  problems,
  unusedRecordings,
  totals,
  configFile,
}: Report): string | undefined {
  if (problems.length > 0) return 'mend what could not run, then npx touchstone run';
  const silent = tests.find(lacksReason);
  if (silent !== undefined)
    return `git commit --amend --trailer 'Golden-Change: ${silent.id}: why it is right'`;
  const pending = tests.filter(({ record }) => record?.pending !== undefined);
  const changed = pending.filter((test) => differencesOf(test).length > 0);
  if (changed.length === 1) return `npx touchstone diff ${shellWord(changed[0]!.id)}`;
  if (changed.length > 1) return 'npx touchstone review';
  const missing = tests.find(({ record }) => (record?.misses.length ?? 0) > 0);
  if (missing !== undefined)
    return `npx touchstone record ${shellWord(missing.spec)}   if the new calls are right`;
  const finding = findings.find(({ severity, reproduce }) => severity !== 'info' && reproduce !== undefined);
  if (finding !== undefined) return finding.reproduce;
  if (totals.failed > 0) return 'mend the failed tests, then npx touchstone run';
  if (unusedRecordings.length > 0)
    return `git rm ${unusedRecordings
      .map((path) => shellWord(inCurrentFolder(path, configFile)))
      .slice(0, 5)
      .join(' ')}`;
  // A change is looked at before it is accepted.
  const waiting = pending.filter(({ record }) => record?.pendingReason === 'changed');
  if (waiting.length > 0) return 'npx touchstone review';
  if (pending.length === 1) return `npx touchstone accept ${shellWord(pending[0]!.id)}`;
  return pending.length > 1 ? 'npx touchstone accept --all' : undefined;
}

// Recordings count from the folder of the configuration, commands from the current one.
function inCurrentFolder(path: string, configFile: string | undefined): string {
  const folder = configFile?.split('/').slice(0, -1).join('/') ?? '';
  return folder === '' ? path : `${folder}/${path}`;
}
