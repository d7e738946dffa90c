import { jsonOption, type CommandDefinition } from '../../command.ts';
import { storeOption } from '../../runs/store-options.ts';

export const runs: CommandDefinition = {
  name: 'runs',
  arguments: [
    { name: '[run]', description: 'the id of a run to show; without it, all are listed, newest first' },
  ],
  summary: 'Shows durable runs: a list, or one with its steps, calls and waits',
  options: [
    storeOption,
    {
      flags: '--status <status>',
      description: 'only runs of this status',
      choices: [
        'pending',
        'running',
        'awaiting_approval',
        'waiting',
        'diverged',
        'completed',
        'failed',
        'cancelled',
      ],
    },
    { flags: '--limit <count>', description: 'how many to list (default: 50)' },
    { flags: '--prune <days>', description: 'forget runs that ended longer ago than this' },
    jsonOption,
  ],
  examples: [
    { command: 'npx touchstone runs --store runs.db', does: 'the newest runs' },
    { command: 'npx touchstone runs order-1 --store runs.db', does: 'the timeline of one run' },
    { command: 'npx touchstone runs --prune 30 --store runs.db', does: 'forget what ended 30 days ago' },
  ],
  async run(context) {
    const { showRuns } = await import('../../runs/show-runs.ts');
    return showRuns(context);
  },
};
