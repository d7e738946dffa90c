import { jsonOption, type CommandDefinition } from '../../command.ts';

export const init: CommandDefinition = {
  name: 'init',
  summary: 'Sets Touchstone up in this project: configuration, a first spec, scripts and a CI workflow',
  options: [jsonOption],
  examples: [
    {
      command: 'npx touchstone init',
      does: 'in the folder of a package.json; existing files stay as they are',
    },
  ],
  async run(context) {
    const { initProject } = await import('../../init/init-project.ts');
    return initProject(context);
  },
};
