import { configOption, jsonOption, type CommandDefinition } from '../../command.ts';

export const reject: CommandDefinition = {
  name: 'reject',
  arguments: [{ name: '[recordings...]', description: 'ids or files of recordings that wait for review' }],
  summary: 'Deletes pending recordings; the golden ones stay as they are',
  options: [{ flags: '--all', description: 'everything that waits' }, configOption, jsonOption],
  examples: [
    { command: 'npx touchstone reject refund/small-order', does: 'one recording' },
    { command: 'npx touchstone reject --all', does: 'everything that waits' },
  ],
  async run(context) {
    const { settlePending } = await import('./settle-pending.ts');
    return settlePending(context, 'reject');
  },
};
