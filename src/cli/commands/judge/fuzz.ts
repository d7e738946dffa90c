import { configOption, jsonOption, type CommandDefinition } from '../../command.ts';

export const fuzz: CommandDefinition = {
  name: 'fuzz',
  arguments: [{ name: '[tools...]', description: 'names of tools; without any, all of them' }],
  summary:
    'Tries tools with made inputs, valid, invalid and at the edges, and shows the simplest one that breaks a law',
  options: [
    {
      flags: '--mcp <command>',
      description: 'fuzz the tools of an MCP server, started by this command line',
    },
    {
      flags: '--allow-effects',
      description: 'also call tools that neither say that they only read nor have a world',
    },
    {
      flags: '--env <name=value>',
      description:
        'with --mcp: a variable for the server; {dir} stands for its folder (may be given several times)',
      many: true,
    },
    {
      flags: '--runs <number>',
      description: 'inputs of each family for each tool (default: 200; with --mcp 60)',
    },
    { flags: '--time <seconds>', description: 'limit for each tool (default: 60)' },
    { flags: '--seed <seed>', description: 'a number, or the seed:path of a finding (default: random)' },
    { flags: '--law <name>', description: 'only this law (may be given several times)', many: true },
    configOption,
    jsonOption,
  ],
  examples: [
    { command: 'npx touchstone fuzz', does: 'every tool that touchstone.config.ts names' },
    { command: 'npx touchstone fuzz issueRefund --law no-crash --seed 7:12:0', does: 'one finding again' },
    {
      command: 'npx touchstone fuzz --mcp "npx -y @modelcontextprotocol/server-memory" --allow-effects',
      does: 'an MCP server in a fresh temporary folder; needs no configuration',
    },
  ],
  async run(context) {
    const { fuzzTools } = await import('../../fuzz/fuzz-tools.ts');
    return fuzzTools(context);
  },
};
