import { configOption, type CommandDefinition } from '../../command.ts';
import { exchangeFormats } from './import.ts';

export const exportCommand: CommandDefinition = {
  name: 'export',
  arguments: [{ name: '[recordings...]', description: 'ids or files; without any, all golden recordings' }],
  summary: 'Prints recordings in a format that other programs read',
  options: [
    {
      flags: '-f, --format <format>',
      description: 'how to write',
      choices: exchangeFormats,
      default: 'otlp',
    },
    { flags: '-o, --output <file>', description: 'where to write (default: standard output)' },
    configOption,
  ],
  examples: [
    {
      command: 'npx touchstone export --output spans.json',
      does: 'all runs as OTLP/JSON spans (GenAI conventions)',
    },
    {
      command: 'npx touchstone export refund/small-order --format openai-messages',
      does: 'one recording as messages',
    },
  ],
  async run(context) {
    const { exportRecordings } = await import('./export-recordings.ts');
    return exportRecordings(context);
  },
};
