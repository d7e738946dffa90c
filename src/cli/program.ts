import { Command, CommanderError, Option } from 'commander';
import { AppError, messageOf } from '../core/errors.ts';
import { withConfig } from '../review/text/with-config.ts';
import type { CommandContext, CommandDefinition, ExitCode, OptionDefinition } from './command.ts';
import { ownPackage } from '../harness/project/own-package.ts';

export interface ProgramStreams {
  cwd: string;
  out(text: string): void;
  err(text: string): void;
}

/**
 * Runs one command line (the words after `touchstone`) and answers its exit code. Whatever goes wrong becomes one
 * sentence on standard error and 2; nothing is thrown.
 */
export async function runProgram(
  words: readonly string[],
  definitions: readonly CommandDefinition[],
  streams: ProgramStreams,
): Promise<ExitCode> {
  const outcome: { code: ExitCode } = { code: 0 };
  const program = buildProgram(definitions, streams, outcome);
  try {
    if (words.length === 0) {
      streams.out(program.helpInformation());
      return 2;
    }
    await program.parseAsync([...words], { from: 'user' });
    return outcome.code;
  } catch (error) {
    if (error instanceof CommanderError) return answerUsageError(error, words, streams);
    streams.err(`${describeFailure(error)}\n`);
    return 2;
  }
}

/** Builds the commander program of all commands; also the source of docs/cli.md. */
export function buildProgram(
  definitions: readonly CommandDefinition[],
  streams: ProgramStreams,
  outcome: { code: ExitCode } = { code: 0 },
): Command {
  const program = new Command('touchstone')
    .description('Proves the tools of AI agents: record, replay, compare with golden traces, judge.')
    .version(ownPackage().manifest.version ?? '0.0.0')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeOut: streams.out, writeErr: streams.err, outputError: () => undefined })
    .addHelpText('after', '\nExit codes: 0 fine, 1 regression or findings, 2 could not run.');
  for (const definition of definitions) addCommand(program, definition, streams, outcome);
  return program;
}

function addCommand(
  program: Command,
  definition: CommandDefinition,
  streams: ProgramStreams,
  outcome: { code: ExitCode },
): void {
  const command = program
    .command(definition.name)
    .summary(definition.summary)
    .description(`${definition.summary}.`);
  for (const argument of definition.arguments ?? []) command.argument(argument.name, argument.description);
  for (const option of definition.options ?? []) command.addOption(toOption(option));
  const examples = definition.examples.map(({ command: line, does }) => `  $ ${line}\n      ${does}`);
  if (examples.length > 0) command.addHelpText('after', `\nExamples:\n${examples.join('\n')}\n`);
  command.action(async () => {
    outcome.code = await definition.run(contextOf(command, streams));
  });
}

function toOption(definition: OptionDefinition): Option {
  const option = new Option(definition.flags, definition.description);
  if (definition.choices) option.choices(definition.choices);
  if (definition.default !== undefined) option.default(definition.default);
  if (definition.many)
    option.argParser((value: string, earlier: string[] | undefined) => [...(earlier ?? []), value]);
  return option;
}

function contextOf(command: Command, streams: ProgramStreams): CommandContext {
  const config: unknown = command.opts()['config'];
  const nameConfig = (text: string): string =>
    typeof config === 'string'
      ? text
          .split('\n')
          .map((line) => withConfig(line, config))
          .join('\n')
      : text;
  return {
    args: command.processedArgs.flat().filter((word): word is string => typeof word === 'string'),
    options: command.opts(),
    cwd: streams.cwd,
    print: (text) => streams.out(`${nameConfig(text)}\n`),
    printJson: (value) => streams.out(`${JSON.stringify(value, null, 2)}\n`),
    note: (text) => streams.err(`${nameConfig(text)}\n`),
  };
}

function answerUsageError(
  error: CommanderError,
  words: readonly string[],
  streams: ProgramStreams,
): ExitCode {
  if (error.exitCode === 0) return 0;
  const [first = '', ...more] = error.message.replace(/^error: /, '').split('\n');
  const hint = more
    .join(' ')
    .replace(/^\((.*)\)$/, '$1')
    .trim();
  const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1)}`.replace(/\.?$/, '.');
  const known = error.code !== 'commander.unknownCommand' && words[0]?.startsWith('-') === false;
  const help = known ? `touchstone ${words[0]} --help` : 'touchstone --help';
  streams.err(`${sentence}${hint === '' ? '' : ` ${hint}`} See ${help}.\n`);
  return 2;
}

function describeFailure(error: unknown): string {
  if (AppError.is(error)) return error.message;
  const missing = /^Cannot find package '((?:@[^/']+\/)?[^/']+)/.exec(messageOf(error))?.[1];
  if (missing !== undefined) {
    return `The package ${missing} is not installed; run: npm install --save-dev ${missing}`;
  }
  const stack = error instanceof Error && process.env['TOUCHSTONE_DEBUG'] ? `\n${error.stack}` : '';
  return `Touchstone could not run: ${messageOf(error)}${stack}`;
}
