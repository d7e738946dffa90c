import { AppError } from '../../core/errors.ts';
import { readRule, type CommandRule, type ReadRule } from './command-rule.ts';
import { outsideByName } from './outside-by-name.ts';
import { parseCommand, type CommandSegment } from './parse-command.ts';
import { judgeArguments, type PathJudge } from './program-rule.ts';
import { judgeProgram } from './programs/judge-program.ts';

export type ExecSecurity = 'allowlist' | 'approval-always' | 'allow-always';

export interface DecideOptions {
  /** @default 'approval-always' */
  security?: ExecSecurity;
  /** Commands that run without asking, where `security` is `allowlist`. @default none */
  allowlist?: readonly CommandRule[];
  /** Says what is wrong with a place that a command names. @default places outside the working directory, by name */
  judgePath?: PathJudge;
}

/** Whether a command may run, and why. */
export interface CommandDecision {
  decision: 'allow' | 'ask' | 'refuse';
  /** One sentence. */
  reason: string;
  /** The command as it was understood, where it may run without asking by a rule. */
  segments?: readonly CommandSegment[];
}

/**
 * Decides whether a command runs, waits for a person, or never runs. A rule lets a command through only if the whole of
 * it was understood, each program in it is allowed by a rule, and its arguments are known to do no more than the
 * program's name says; in doubt a person is asked.
 * @throws AppError CONFIG_INVALID for an unknown `security`.
 */
export function decideCommand(command: unknown, options: DecideOptions = {}): CommandDecision {
  const { security = 'approval-always', allowlist = [], judgePath = outsideByName } = options;
  if (typeof command !== 'string' || command.trim() === '') return refuse('There is no command.');
  if (command.includes('\0')) return refuse('The command contains a NUL character.');
  switch (security) {
    case 'allow-always':
      return { decision: 'allow', reason: 'Every command is allowed.' };
    case 'approval-always':
      return ask('Every command needs approval.');
    case 'allowlist':
      return decideByRules(command, allowlist, judgePath);
    default:
      throw new AppError(
        'CONFIG_INVALID',
        `exec.security must be "allowlist", "approval-always" or "allow-always", not ${JSON.stringify(security)}.`,
      );
  }
}

function decideByRules(
  command: string,
  allowlist: readonly CommandRule[],
  judgePath: PathJudge,
): CommandDecision {
  const parsed = parseCommand(command);
  if (!parsed.ok) return ask(`The command cannot be judged: ${parsed.reason}.`);
  const rules = allowlist.flatMap((rule) => readRule(rule) ?? []);
  const used = new Set<string>();
  for (const { argv } of parsed.segments) {
    const verdict = judgeSegment(argv, rules, judgePath, 0);
    if (!verdict.ok) return ask(verdict.reason);
    used.add(verdict.rule);
  }
  const names = [...used].map((rule) => `"${rule}"`).join(', ');
  return { decision: 'allow', reason: `Allowed by ${names}.`, segments: parsed.segments };
}

type SegmentVerdict = { ok: true; rule: string } | { ok: false; reason: string };

const DEEPEST_WRAPPER = 5;

function judgeSegment(
  argv: readonly string[],
  rules: readonly ReadRule[],
  judgePath: PathJudge,
  depth: number,
): SegmentVerdict {
  const inner = unwrap(argv);
  if (inner !== undefined && depth < DEEPEST_WRAPPER) return judgeSegment(inner, rules, judgePath, depth + 1);
  const program = argv[0] ?? '';
  let reason = `No rule allows ${JSON.stringify(program)}.`;
  for (const rule of rules) {
    if (!startsWith(argv, rule)) continue;
    const problem = judgeRest(argv, rule, judgePath);
    if (problem === undefined) return { ok: true, rule: rule.shown };
    reason = `The rule "${rule.shown}" does not cover this: ${problem}.`;
  }
  return { ok: false, reason };
}

// Programs that run another one and add nothing of their own; what they run is judged instead.
function unwrap(argv: readonly string[]): readonly string[] | undefined {
  const [program, first, ...rest] = argv;
  if (first === undefined || !/^[A-Za-z0-9_][\w.+-]*$/.test(program === 'timeout' ? (rest[0] ?? '') : first))
    return undefined;
  if (program === 'timeout') return /^\d+(\.\d+)?[smh]?$/.test(first) ? rest : undefined;
  return program === 'nice' || program === 'nohup' ? [first, ...rest] : undefined;
}

function startsWith(argv: readonly string[], rule: ReadRule): boolean {
  return argv[0] === rule.program && rule.named.every((word, index) => argv[index + 1] === word);
}

function judgeRest(argv: readonly string[], rule: ReadRule, judgePath: PathJudge): string | undefined {
  const rest = argv.slice(1 + rule.named.length);
  if (rule.rest === 'nothing') return rest.length === 0 ? undefined : 'it has further arguments';
  if (rule.rest === 'harmless') return judgeProgram(argv, rule.named, judgePath);
  const { options, operands } = rule.rest;
  const long: Record<string, 'flag' | 'text'> = Object.create(null) as Record<string, 'flag' | 'text'>;
  const values: Record<string, 'text'> = {};
  let flags = '';
  for (const option of options) {
    const takesValue = option.endsWith('=');
    const name = option.replace(/^--?/, '').replace(/=$/, '');
    if (option.startsWith('--')) long[name] = takesValue ? 'text' : 'flag';
    else if (takesValue) values[name] = 'text';
    else flags += name;
  }
  const spelled = { flags, values, long, operands: operands === 'none' ? [] : [operands] };
  return judgeArguments(rest, spelled, judgePath);
}

function ask(reason: string): CommandDecision {
  return { decision: 'ask', reason };
}

function refuse(reason: string): CommandDecision {
  return { decision: 'refuse', reason };
}
