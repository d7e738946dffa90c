import type { CommandDefinition } from './command.ts';

import { record } from './commands/project/record.ts';
import { run } from './commands/project/run.ts';

/** Every command, in the order in which `touchstone --help` lists them. */
export const commands: readonly CommandDefinition[] = [run, record];
