import { z } from 'zod';
import { checkDeclaration } from '../../tool/check-declaration.ts';
import type { ArgumentKind } from './program-rule.ts';

/**
 * A command that may run without asking. A text is words: `git status` is exactly that, `git log *` is the same with any
 * further arguments that are known to be harmless. An object spells out the arguments of a program of your own.
 */
export type CommandRule =
  | string
  | {
      program: string;
      /** Words that must follow the program. @default none */
      subcommand?: readonly string[];
      /** Options that may be given, written as they are: `--verbose`, `-n`; with `=` at the end they take a value. @default none */
      options?: readonly string[];
      /** What the operands are: free text, places in the workspace, or none. @default 'none' */
      operands?: ArgumentKind | 'none';
    };

/** A rule as words, read once. */
export interface ReadRule {
  /** The rule as people wrote it, for reasons and findings. */
  shown: string;
  program: string;
  /** The words after the program that must be there. */
  named: string[];
  /** What may follow: nothing, harmless arguments, or what the rule spells out. */
  rest: 'nothing' | 'harmless' | { options: readonly string[]; operands: ArgumentKind | 'none' };
}

const word = z.string().min(1);
const declaration: z.ZodType<Exclude<CommandRule, string>> = z.strictObject({
  program: z.string().regex(/^[\w.+-]+$/, { error: 'must be the plain name of a program' }),
  subcommand: z.array(word).optional(),
  options: z.array(z.string().regex(/^-/, { error: 'must start with -' })).optional(),
  operands: z.enum(['text', 'path', 'number', 'none']).optional(),
}) as z.ZodType<Exclude<CommandRule, string>>;

/**
 * Reads a rule. A text that is no plain words (quotes, operators) never matches anything: undefined.
 * @throws AppError CONFIG_INVALID for an object that is declared wrongly.
 */
export function readRule(rule: CommandRule): ReadRule | undefined {
  if (typeof rule !== 'string') {
    const {
      program,
      subcommand = [],
      options = [],
      operands = 'none',
    } = checkDeclaration(declaration, rule, 'Command rule');
    const shown = [program, ...subcommand, ...options].join(' ');
    return { shown, program, named: [...subcommand], rest: { options, operands } };
  }
  const words = rule.trim().split(/\s+/);
  const isOpen = words.at(-1) === '*' && words.length > 1;
  const [program = '', ...named] = isOpen ? words.slice(0, -1) : words;
  const isPlain = /^[\w.+-]+$/.test(program) && named.every((item) => /^[\w@%+=:,./-]+$/.test(item));
  return isPlain ? { shown: rule, program, named, rest: isOpen ? 'harmless' : 'nothing' } : undefined;
}
