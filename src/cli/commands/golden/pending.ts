import { configOption, jsonOption, type CommandDefinition } from '../../command.ts';

export const pending: CommandDefinition = {
  name: 'pending',
  summary: 'Lists the recordings that wait for review; 1 while there are any',
  options: [configOption, jsonOption],
  examples: [
    { command: 'npx touchstone pending', does: 'one line each' },
    { command: 'npx touchstone pending --json', does: 'with their differences, for a program' },
  ],
  async run(context) {
    const { listPending } = await import('../../golden/list-pending.ts');
    return listPending(context);
  },
};
