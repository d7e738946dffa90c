import { configOption, jsonOption, type CommandDefinition } from '../../command.ts';

export const review: CommandDefinition = {
  name: 'review',
  arguments: [{ name: '[recordings...]', description: 'ids or files; without any, everything that waits' }],
  summary: 'Goes through the changed recordings one at a time: accept, reject or skip',
  options: [configOption, jsonOption],
  examples: [
    { command: 'npx touchstone review', does: 'asks for each change; without a terminal it lists them' },
    { command: 'npx touchstone review --json', does: 'what waits, for a program' },
  ],
  async run(context) {
    const { reviewRecordings } = await import('../../golden/review-recordings.ts');
    return reviewRecordings(context);
  },
};
