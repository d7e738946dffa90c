import { configOption, jsonOption, type CommandDefinition } from '../../command.ts';

export const show: CommandDefinition = {
  name: 'show',
  arguments: [
    { name: '[recordings...]', description: 'ids or files of recordings; without any, a list of all' },
  ],
  summary: 'Prints what a recording holds: its runs, their calls, decisions and outcomes',
  options: [
    { flags: '--pending', description: 'the recording that waits for review' },
    configOption,
    jsonOption,
  ],
  examples: [
    { command: 'npx touchstone show', does: 'lists all recordings' },
    { command: 'npx touchstone show refund/small-order', does: 'one recording' },
  ],
  async run(context) {
    const { showRecordings } = await import('./show-recordings.ts');
    return showRecordings(context);
  },
};
