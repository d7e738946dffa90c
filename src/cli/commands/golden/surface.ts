import { configOption, jsonOption, type CommandDefinition } from '../../command.ts';

export const surface: CommandDefinition = {
  name: 'surface',
  summary: 'Compares names, schemas, hints and descriptions of the tools with recordings/tools.golden.json',
  options: [
    { flags: '--accept', description: 'make what the tools say today golden' },
    configOption,
    jsonOption,
  ],
  examples: [
    { command: 'npx touchstone surface', does: 'what changed: breaking, compatible, wording' },
    { command: 'npx touchstone surface --accept', does: 'writes the file to commit' },
  ],
  async run(context) {
    const { showSurface } = await import('../../golden/show-surface.ts');
    return showSurface(context);
  },
};
