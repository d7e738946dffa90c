/** 0 fine, 1 regression or findings, 2 could not run. */
export type ExitCode = 0 | 1 | 2;

/** What a command is handed: the words and options of the command line, and where to print. */
export interface CommandContext {
  /** Positional words, in the order of the definition's `arguments`; the rest argument's words stand at the end. */
  args: string[];
  /** Options by their camel-case name; only those that were given or have a default. */
  options: Record<string, unknown>;
  /** The folder in which the command was started. */
  cwd: string;
  /** Prints one text and a line feed on standard output. */
  print(text: string): void;
  /** Prints a value as JSON on standard output. */
  printJson(value: unknown): void;
  /** Prints one text and a line feed on standard error: progress and notes that are no result. */
  note(text: string): void;
}

export interface OptionDefinition {
  /** In commander's notation, such as `-t, --test-name <pattern>`. */
  flags: string;
  description: string;
  choices?: readonly string[];
  default?: string | boolean;
  /** May be given several times; the values become an array. */
  many?: boolean;
}

/**
 * One command of the command line. Definitions are light: whatever an action needs, it imports when it runs, so that
 * `--help` loads nothing but this.
 */
export interface CommandDefinition {
  name: string;
  /** In commander's notation, such as `[files...]`. */
  arguments?: readonly { name: string; description: string }[];
  /** One sentence without a full stop: what it does for the caller. */
  summary: string;
  options?: readonly OptionDefinition[];
  /** Command lines that can be pasted, with what each does. */
  examples: readonly { command: string; does: string }[];
  /** Does the work. AppErrors become one sentence and exit code 2. */
  run(context: CommandContext): Promise<ExitCode>;
}

export const configOption: OptionDefinition = {
  flags: '-c, --config <file>',
  description: 'the configuration file (default: touchstone.config.ts in this folder)',
};

export const jsonOption: OptionDefinition = {
  flags: '--json',
  description: 'print the result as JSON, for programs',
};
