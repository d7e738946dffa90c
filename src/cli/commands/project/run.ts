import { configOption, jsonOption, type CommandDefinition, type OptionDefinition } from '../../command.ts';

/** The options that `run` and `record` share. */
export const runOptions: readonly OptionDefinition[] = [
  {
    flags: '-t, --test-name <pattern>',
    description: 'only tests whose full name matches this regular expression',
  },
  { flags: '--seed <number>', description: 'seed of ids and chance; the last run prints the one it used' },
  {
    flags: '-r, --reporter <name>',
    description:
      'terminal, json, html, github, sarif, junit, or the path of a vitest reporter (may be given several times)',
    many: true,
  },
  configOption,
  jsonOption,
];

export const run: CommandDefinition = {
  name: 'run',
  arguments: [{ name: '[specs...]', description: 'only spec files whose path contains one of these words' }],
  summary: 'Replays the specs against their golden recordings and judges the runs; no tool is executed',
  options: [
    {
      flags: '-m, --mode <mode>',
      description: 'auto replays what is recorded and records what is new; in CI always replay',
      choices: ['auto', 'replay', 'record', 'live'],
    },
    ...runOptions,
  ],
  examples: [
    { command: 'npx touchstone run', does: 'all specs' },
    { command: 'npx touchstone run refund -t "small order"', does: 'one test' },
    { command: 'npx touchstone run --mode replay --json', does: 'strictly, for a program' },
  ],
  async run(context) {
    const { runSpecs } = await import('../../run-specs.ts');
    return runSpecs(context);
  },
};
