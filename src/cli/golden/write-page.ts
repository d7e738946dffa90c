import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { ownPackage } from '../../harness/project/own-package.ts';
import { htmlPage } from '../../review/page/html-page.ts';
import type { RecordingChange } from '../../review/recording-change.ts';
import { reportFromChanges } from '../../review/report-from-changes.ts';
import type { CommandContext } from '../command.ts';

const PAGE = '.touchstone/report/review.html';

/** Writes a page that shows changes which wait for review; gives its path. */
export async function writePage(
  context: CommandContext,
  changes: readonly RecordingChange[],
): Promise<string> {
  const report = reportFromChanges({
    toolVersion: ownPackage().manifest.version ?? 'unknown',
    mode: 'review',
    changes,
    findings: new Map(),
    recordings: 'recordings',
    durationMs: 0,
  });
  const file = resolve(context.cwd, PAGE);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, htmlPage(report));
  return relative(context.cwd, file);
}
