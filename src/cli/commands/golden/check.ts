import { configOption, jsonOption, type CommandDefinition } from '../../command.ts';

export const check: CommandDefinition = {
  name: 'check',
  arguments: [{ name: '[recordings...]', description: 'ids or files; without any, all golden recordings' }],
  summary: 'Judges stored recordings by the policies, schemas and detectors of today; runs nothing',
  options: [configOption, jsonOption],
  examples: [
    { command: 'npx touchstone check', does: 'all golden recordings, as a gate in CI' },
    { command: 'npx touchstone check refund/small-order', does: 'one recording' },
  ],
  async run(context) {
    const { checkRecordings } = await import('../../check/check-recordings.ts');
    return checkRecordings(context);
  },
};
