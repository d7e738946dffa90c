import { configOption, jsonOption, type CommandDefinition } from '../../command.ts';

export const diff: CommandDefinition = {
  name: 'diff',
  arguments: [
    { name: '[recordings...]', description: 'ids or files; without any, everything that waits for review' },
  ],
  summary: 'Compares golden recordings with what waits for review, call by call',
  options: [
    {
      flags: '-l, --level <level>',
      description: 'how strictly',
      choices: ['exact', 'sequence', 'same-calls-any-order', 'at-least', 'only-from', 'effects'],
      default: 'exact',
    },
    configOption,
    jsonOption,
  ],
  examples: [
    { command: 'npx touchstone diff', does: 'everything that waits for review' },
    {
      command: 'npx touchstone diff refund/small-order --level effects',
      does: 'only calls that change something',
    },
  ],
  async run(context) {
    const { diffRecordings } = await import('./diff-recordings.ts');
    return diffRecordings(context);
  },
};
