import { jsonOption, type CommandDefinition } from '../../command.ts';
import { codeOption, storeOption } from '../../runs/store-options.ts';

export const approvals: CommandDefinition = {
  name: 'approvals',
  arguments: [
    { name: '[action]', description: 'list, approve or reject (default: list)' },
    { name: '[approval]', description: 'the id of the approval to decide' },
  ],
  summary: 'Lists what durable runs ask of a person, approves or rejects it',
  options: [
    storeOption,
    codeOption,
    { flags: '--by <name>', description: 'who decides' },
    { flags: '--note <text>', description: 'a note; the agent reads it when the call is rejected' },
    { flags: '--all', description: 'list decided ones too' },
    jsonOption,
  ],
  examples: [
    { command: 'npx touchstone approvals --store runs.db', does: 'what waits for a person' },
    {
      command: 'npx touchstone approvals reject <id> --note "too much" --by mira --store runs.db',
      does: 'reject one call, with the reason',
    },
  ],
  async run(context) {
    const { showApprovals } = await import('../../runs/show-runs.ts');
    return showApprovals(context);
  },
};
