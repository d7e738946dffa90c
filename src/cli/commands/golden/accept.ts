import { configOption, jsonOption, type CommandDefinition } from '../../command.ts';

export const accept: CommandDefinition = {
  name: 'accept',
  arguments: [{ name: '[recordings...]', description: 'ids or files of recordings that wait for review' }],
  summary: 'Makes pending recordings golden: from now on runs are compared with them',
  options: [
    { flags: '--all', description: 'everything that waits' },
    {
      flags: '--reason <text>',
      description: 'why; needed where a change is of high severity, kept in reasons.json',
    },
    configOption,
    jsonOption,
  ],
  examples: [
    { command: 'npx touchstone accept refund/small-order', does: 'one recording' },
    {
      command: 'npx touchstone accept refund/small-order --reason "refunds now include shipping"',
      does: 'a change of a call that writes',
    },
    { command: 'npx touchstone accept --all', does: 'everything that waits' },
  ],
  async run(context) {
    const { settlePending } = await import('./settle-pending.ts');
    return settlePending(context, 'accept');
  },
};
