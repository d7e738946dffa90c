import type { CommandDefinition } from '../../src/cli/command.ts';

/** docs/cli.md, written from the definitions of the commands. */
export function cliReference(commands: readonly CommandDefinition[]): string {
  const rows = commands.map(({ name, summary }) => `| [\`${name}\`](#touchstone-${name}) | ${summary} |`);
  return [
    '# Command line',
    'Written from the definitions of the commands; `npx vitest run test/docs -u` writes it anew.',
    'Every command ends with one of three exit codes: 0 fine, 1 regression or findings, 2 could not run. What keeps a command from running is one sentence on standard error. `--json` prints for programs, on standard output and nothing else there.',
    ['| command | what it does |', '| --- | --- |', ...rows].join('\n'),
    ...commands.map(section),
  ].join('\n\n');
}

function section({
  name,
  summary,
  arguments: words = [],
  options = [],
  examples,
}: CommandDefinition): string {
  const usage = ['npx touchstone', name, ...words.map((word) => word.name)].join(' ');
  return [
    `## touchstone ${name}`,
    `${summary}.`,
    `\`\`\`sh\n${usage}${options.length > 0 ? ' [options]' : ''}\n\`\`\``,
    ...(words.length > 0
      ? [
          table(
            'argument',
            words.map((word) => [word.name, word.description]),
          ),
        ]
      : []),
    ...(options.length > 0
      ? [
          table(
            'option',
            options.map(({ flags, description, choices, default: preset, many }) => [
              flags,
              [
                description,
                ...(choices ? [`one of ${choices.join(', ')}`] : []),
                ...(preset !== undefined ? [`default ${String(preset)}`] : []),
                ...(many === true && !description.includes('several times')
                  ? ['may be given several times']
                  : []),
              ].join('; '),
            ]),
          ),
        ]
      : []),
    `\`\`\`sh\n${examples.map(({ command, does }) => `${command}   # ${does}`).join('\n')}\n\`\`\``,
  ].join('\n\n');
}

function table(heading: string, rows: [string, string][]): string {
  const lines = rows.map(
    ([left, right]) => `| \`${left.replaceAll('|', '\\|')}\` | ${right.replaceAll('|', '\\|')} |`,
  );
  return [`| ${heading} | meaning |`, '| --- | --- |', ...lines].join('\n');
}
