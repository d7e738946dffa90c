import { jsonOption, type CommandDefinition } from '../../command.ts';
import { codeOption, storeOption } from '../../runs/store-options.ts';

export const resume: CommandDefinition = {
  name: 'resume',
  arguments: [{ name: '<run>', description: 'the id of the run' }],
  summary: 'Goes on with a durable run that was interrupted, decided or has diverged',
  options: [storeOption, codeOption, jsonOption],
  examples: [
    {
      command: "npx touchstone resume order-1 --store runs.db --code 'src/workflows/*.ts'",
      does: 'go on in this process, where no other owns the store',
    },
  ],
  async run(context) {
    const { moveRun } = await import('../../runs/show-runs.ts');
    return moveRun(context, 'resume');
  },
};
