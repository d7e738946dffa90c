/** What an argument means: free text, a place in the file system, a whole number. */
export type ArgumentKind = 'text' | 'path' | 'number';

/** What is known of the arguments of a program with which it only does what its name says. */
export interface ProgramRule {
  /** Letters of options without a value, which may stand together: `-la`. */
  flags?: string;
  /** Letters of options with a value, as `-n 5` or `-n5`. */
  values?: Readonly<Record<string, ArgumentKind>>;
  /** Long options by their whole name; `flag` takes no value. */
  long?: Readonly<Record<string, ArgumentKind | 'flag'>>;
  /** The kinds of the operands in order, the last one for all that follow; an empty list allows none. */
  operands: readonly ArgumentKind[];
  /** The most operands there may be. @default any number */
  mostOperands?: number;
  /** `-5` stands for a number of lines. @default false */
  numberFlag?: boolean;
  /** Options end at the first operand, whose own arguments follow (a script). @default false */
  endsAtOperand?: boolean;
  /** Says what is wrong with the arguments as a whole; undefined when nothing is. */
  refuse?(read: ReadArguments): string | undefined;
}

/** Arguments as they were read by a rule. */
export interface ReadArguments {
  options: { name: string; value?: string }[];
  operands: string[];
}

/** Tells whether a path may be named in a command. */
export type PathJudge = (path: string) => string | undefined;

/**
 * Reads arguments the way the program will, and answers what is not known to be harmless; undefined when all of it is.
 * Options must be written whole: what getopt would complete is not known.
 */
export function judgeArguments(
  args: readonly string[],
  rule: ProgramRule,
  judgePath: PathJudge,
): string | undefined {
  const read: ReadArguments = { options: [], operands: [] };
  let onlyOperands = false;
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index]!;
    if (onlyOperands || argument === '-' || !argument.startsWith('-')) {
      read.operands.push(argument);
      if (rule.endsAtOperand === true) onlyOperands = true;
    } else if (argument === '--') onlyOperands = true;
    else {
      const taken = readOption(argument, args[index + 1], rule, read);
      if (taken.problem !== undefined) return taken.problem;
      if (taken.usedNext) index += 1;
    }
  }
  return judgeRead(read, rule, judgePath);
}

interface TakenOption {
  problem?: string;
  usedNext?: boolean;
}

function readOption(
  argument: string,
  next: string | undefined,
  rule: ProgramRule,
  read: ReadArguments,
): TakenOption {
  if (rule.numberFlag === true && /^-\d+$/.test(argument)) return {};
  return argument.startsWith('--')
    ? readLong(argument, next, rule, read)
    : readShort(argument, next, rule, read);
}

function readLong(
  argument: string,
  next: string | undefined,
  rule: ProgramRule,
  read: ReadArguments,
): TakenOption {
  const equals = argument.indexOf('=');
  const name = equals === -1 ? argument.slice(2) : argument.slice(2, equals);
  const kind = rule.long !== undefined && Object.hasOwn(rule.long, name) ? rule.long[name] : undefined;
  if (kind === undefined) return unknown(`--${name}`);
  if (kind === 'flag') {
    read.options.push({ name });
    return equals === -1 ? {} : unknown(argument);
  }
  const value = equals === -1 ? next : argument.slice(equals + 1);
  if (value === undefined) return { problem: `the option --${name} has no value` };
  read.options.push({ name, value });
  return { usedNext: equals === -1 };
}

function readShort(
  argument: string,
  next: string | undefined,
  rule: ProgramRule,
  read: ReadArguments,
): TakenOption {
  for (let index = 1; index < argument.length; index += 1) {
    const letter = argument[index]!;
    if (rule.flags?.includes(letter) === true) {
      read.options.push({ name: letter });
      continue;
    }
    if (rule.values === undefined || !Object.hasOwn(rule.values, letter)) return unknown(`-${letter}`);
    const attached = argument.slice(index + 1);
    const value = attached === '' ? next : attached;
    if (value === undefined) return { problem: `the option -${letter} has no value` };
    read.options.push({ name: letter, value });
    return { usedNext: attached === '' };
  }
  return {};
}

function unknown(option: string): TakenOption {
  return { problem: `the option ${option} is not known to be harmless` };
}

function judgeRead(read: ReadArguments, rule: ProgramRule, judgePath: PathJudge): string | undefined {
  for (const { name, value } of read.options) {
    if (value === undefined) continue;
    const kind = name.length === 1 ? rule.values?.[name] : rule.long?.[name];
    const problem = judgeValue(value, kind, judgePath);
    if (problem !== undefined) return problem;
  }
  const most = rule.operands.length === 0 ? 0 : (rule.mostOperands ?? Infinity);
  if (read.operands.length > most) return `it has more than ${most} operands`;
  for (const [index, operand] of read.operands.entries()) {
    const kind = rule.operands[Math.min(index, rule.operands.length - 1)];
    const problem = judgeValue(operand, kind, judgePath);
    if (problem !== undefined) return problem;
  }
  return rule.refuse?.(read);
}

function judgeValue(value: string, kind: string | undefined, judgePath: PathJudge): string | undefined {
  if (kind === 'number')
    return /^[+-]?\d{1,9}$/.test(value) ? undefined : `"${value.slice(0, 40)}" is not a number`;
  return kind === 'path' ? judgePath(value) : undefined;
}
