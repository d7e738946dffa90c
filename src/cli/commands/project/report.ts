import { configOption, type CommandDefinition } from '../../command.ts';

export const report: CommandDefinition = {
  name: 'report',
  summary:
    'Makes a report of the stored recordings: what waits for review, and what detectors find; runs nothing',
  options: [
    {
      flags: '-f, --format <format>',
      description: 'what to make',
      choices: ['html', 'github', 'sarif', 'junit', 'json'],
      default: 'html',
    },
    { flags: '-o, --output <file>', description: 'where; by default a file below .touchstone/report' },
    configOption,
  ],
  examples: [
    { command: 'npx touchstone report', does: 'the page .touchstone/report/index.html' },
    { command: 'npx touchstone report --format sarif -o findings.sarif', does: 'a file for code scanning' },
  ],
  async run(context) {
    const { reportRecordings } = await import('../../check/report-recordings.ts');
    return reportRecordings(context);
  },
};
