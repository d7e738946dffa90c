import { jsonOption, type CommandDefinition } from '../../command.ts';
import { storeOption } from '../../runs/store-options.ts';

export const cancel: CommandDefinition = {
  name: 'cancel',
  arguments: [{ name: '<run>', description: 'the id of the run' }],
  summary: 'Ends a durable run and its children',
  options: [storeOption, { flags: '--reason <text>', description: 'why' }, jsonOption],
  examples: [{ command: 'npx touchstone cancel order-1 --store runs.db', does: 'end the run' }],
  async run(context) {
    const { moveRun } = await import('../../runs/show-runs.ts');
    return moveRun(context, 'cancel');
  },
};
