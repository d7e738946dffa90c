import { configOption, jsonOption, type CommandDefinition } from '../../command.ts';

export const probe: CommandDefinition = {
  name: 'probe',
  arguments: [{ name: '[tools...]', description: 'names of tools; without any, all that have a world' }],
  summary: 'Finds out by experiment whether tools may be executed again and whether their hints are honest',
  options: [
    {
      flags: '--mcp <command>',
      description: 'probe the tools of an MCP server, started by this command line',
    },
    {
      flags: '--allow-effects',
      description: 'with --mcp: also call tools that do not say that they only read',
    },
    {
      flags: '--env <name=value>',
      description:
        'with --mcp: a variable for the server; {dir} stands for its folder (may be given several times)',
      many: true,
    },
    {
      flags: '--input <json>',
      description: 'an input to try instead of made ones (may be given several times)',
      many: true,
    },
    { flags: '--runs <number>', description: 'how many inputs to make for each tool (default: 25)' },
    {
      flags: '--seed <seed>',
      description: 'seed of the inputs, or <seed>:<number> for one of them (default: 1)',
    },
    configOption,
    jsonOption,
  ],
  examples: [
    { command: 'npx touchstone probe', does: 'every tool that has a world in touchstone.config.ts' },
    { command: 'npx touchstone probe issueRefund --seed 1:3', does: 'one tool with one input again' },
    {
      command: 'npx touchstone probe --mcp "npx -y @modelcontextprotocol/server-memory" --allow-effects',
      does: 'an MCP server in a fresh temporary folder; needs no configuration',
    },
  ],
  async run(context) {
    const { probeTools } = await import('../../probe/probe-tools.ts');
    return probeTools(context);
  },
};
