import { configOption, jsonOption, type CommandDefinition } from '../../command.ts';

export const check: CommandDefinition = {
  name: 'check',
  arguments: [{ name: '[recordings...]', description: 'ids or files; without any, all golden recordings' }],
  summary: 'Judges stored recordings by the policies, schemas and detectors of today; runs nothing',
  options: [
    {
      flags: '--base <ref>',
      description:
        'the gate of a pull request: replays all specs, and shows how golden recordings differ from where the branch left this branch or commit',
    },
    {
      flags: '-r, --reporter <name>',
      description:
        'with --base: html, github, sarif, junit or json besides the text (may be given several times)',
      many: true,
    },
    configOption,
    jsonOption,
  ],
  examples: [
    { command: 'npx touchstone check', does: 'all golden recordings, as a gate in CI' },
    { command: 'npx touchstone check refund/small-order', does: 'one recording' },
    {
      command: 'npx touchstone check --base origin/main -r github -r html',
      does: 'the gate of a pull request',
    },
  ],
  async run(context) {
    if (context.options['base'] !== undefined) {
      const { checkAgainstBase } = await import('../../check/check-against-base.ts');
      return checkAgainstBase(context);
    }
    const { checkRecordings } = await import('../../check/check-recordings.ts');
    return checkRecordings(context);
  },
};
