import { configOption, jsonOption, type CommandDefinition } from '../../command.ts';

export const diff: CommandDefinition = {
  name: 'diff',
  arguments: [
    {
      name: '[recordings...]',
      description:
        'ids or files; two files or two folders are compared with each other; without any, all that waits',
    },
  ],
  summary: 'Compares recordings call by call: with what waits for review, with a commit, or with each other',
  options: [
    {
      flags: '-l, --level <level>',
      description: 'how strictly',
      choices: ['exact', 'sequence', 'same-calls-any-order', 'at-least', 'only-from', 'effects'],
      default: 'exact',
    },
    {
      flags: '--base <ref>',
      description: 'compare the golden recordings with where the branch left this one',
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
    {
      command: 'npx touchstone diff --base origin/main',
      does: 'what this branch does to the golden recordings',
    },
    { command: 'npx touchstone diff before.trace.json after.trace.json', does: 'two files' },
  ],
  async run(context) {
    const { diffRecordings } = await import('../../golden/diff-recordings.ts');
    return diffRecordings(context);
  },
};
