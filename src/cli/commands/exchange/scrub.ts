import { configOption, jsonOption, type CommandDefinition } from '../../command.ts';

export const scrub: CommandDefinition = {
  name: 'scrub',
  arguments: [{ name: '[recordings...]', description: 'ids or files; without any, all of them' }],
  summary: "Takes sensitive values out of stored recordings, by today's rules and by the names you give",
  options: [
    {
      flags: '--field <name>',
      description: 'a field whose values must go, everywhere; may be given again',
      many: true,
    },
    { flags: '--dry-run', description: 'say what would change and write nothing' },
    configOption,
    jsonOption,
  ],
  examples: [
    { command: 'npx touchstone scrub', does: 'what the tools and the default rules call sensitive today' },
    { command: 'npx touchstone scrub --field email --dry-run', does: 'what naming "email" would change' },
  ],
  async run(context) {
    const { scrubRecordings } = await import('./scrub-recordings.ts');
    return scrubRecordings(context);
  },
};
