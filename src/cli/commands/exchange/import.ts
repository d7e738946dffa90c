import { configOption, jsonOption, type CommandDefinition } from '../../command.ts';

/** The formats, written out so that `--help` loads no reader. */
export const exchangeFormats = ['tau-bench', 'openai-messages', 'ai-sdk', 'otlp'] as const;

export const importCommand: CommandDefinition = {
  name: 'import',
  arguments: [{ name: '<file>', description: 'what another program wrote down' }],
  summary: 'Makes recordings of runs that another program wrote down',
  options: [
    { flags: '-f, --format <format>', description: 'how the file is written', choices: exchangeFormats },
    {
      flags: '--sensitive <name>',
      description: 'a field whose values never reach a recording; may be given again',
      many: true,
    },
    {
      flags: '--as <name>',
      description: 'the folder inside the recordings (default: imported/<name of the file>)',
    },
    configOption,
    jsonOption,
  ],
  examples: [
    { command: 'npx touchstone import runs.json --format tau-bench', does: 'one recording for each run' },
    {
      command: 'npx touchstone import chats.jsonl --format openai-messages --sensitive email',
      does: 'with the values of "email" taken out',
    },
  ],
  async run(context) {
    const { importRecordings } = await import('./import-recordings.ts');
    return importRecordings(context);
  },
};
