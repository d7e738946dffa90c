import type { CommandDefinition } from './command.ts';
import { exportCommand } from './commands/exchange/export.ts';
import { importCommand } from './commands/exchange/import.ts';
import { scrub } from './commands/exchange/scrub.ts';
import { accept } from './commands/golden/accept.ts';
import { check } from './commands/golden/check.ts';
import { diff } from './commands/golden/diff.ts';
import { pending } from './commands/golden/pending.ts';
import { reject } from './commands/golden/reject.ts';
import { review } from './commands/golden/review.ts';
import { show } from './commands/golden/show.ts';
import { fuzz } from './commands/judge/fuzz.ts';
import { surface } from './commands/golden/surface.ts';
import { probe } from './commands/judge/probe.ts';
import { init } from './commands/project/init.ts';
import { record } from './commands/project/record.ts';
import { report } from './commands/project/report.ts';
import { run } from './commands/project/run.ts';
import { approvals } from './commands/runs/approvals.ts';
import { cancel } from './commands/runs/cancel.ts';
import { resume } from './commands/runs/resume.ts';
import { runs } from './commands/runs/runs.ts';

/** Every command, in the order in which `touchstone --help` lists them. */
export const commands: readonly CommandDefinition[] = [
  init,
  run,
  record,
  review,
  check,
  fuzz,
  probe,
  diff,
  show,
  pending,
  surface,
  accept,
  reject,
  report,
  scrub,
  importCommand,
  exportCommand,
  runs,
  approvals,
  resume,
  cancel,
];
