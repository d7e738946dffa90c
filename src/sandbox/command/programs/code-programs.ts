import { judgeArguments, type PathJudge } from '../program-rule.ts';
import type { ArgumentJudge } from './echo-programs.ts';

/** node runs a script of the workspace, without options that bring in other code. */
export const judgeNode: ArgumentJudge = scriptRunner({
  long: {
    version: 'flag',
    help: 'flag',
    test: 'flag',
    'enable-source-maps': 'flag',
    'no-warnings': 'flag',
    'trace-warnings': 'flag',
    check: 'flag',
    'experimental-strip-types': 'flag',
  },
  flags: 'vhc',
});

/** python runs a script of the workspace; modules and code on the command line could be anything. */
export const judgePython: ArgumentJudge = scriptRunner({
  flags: 'uBEsIVhOq',
  long: { version: 'flag', help: 'flag' },
});

function scriptRunner(options: { flags: string; long: Record<string, 'flag'> }): ArgumentJudge {
  return (args, judgePath) =>
    judgeArguments(
      args,
      {
        ...options,
        operands: ['path'],
        endsAtOperand: true,
        refuse({ operands, options: given }) {
          const isInfo = given.some(({ name }) => ['version', 'help', 'v', 'h', 'V'].includes(name));
          if (operands.length === 0) return isInfo ? undefined : 'it would read its program from its input';
          return operands[0] === '-'
            ? 'it would read its program from its input'
            : judgeValues(operands.slice(1), judgePath);
        },
      },
      judgePath,
    );
}

/** Looks at the places inside `--name=value` too, where only the program knows which options take one. */
function judgeValues(args: readonly string[], judgePath: PathJudge): string | undefined {
  for (const argument of args) {
    const value = argument.startsWith('-') ? (/[=:](.*)$/s.exec(argument)?.[1] ?? '') : argument;
    const problem = value === '' ? undefined : judgePath(value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const scriptName = /^[A-Za-z0-9][\w:.-]*$/;
const packageTools = new Set(['vitest', 'tsc', 'eslint', 'prettier', 'oxlint', 'jest', 'mocha']);

/** npm lists what is installed; a script runs only where the rule itself names `npm test` or `npm run`. */
export function judgeNpm(
  args: readonly string[],
  named: readonly string[],
  judgePath: PathJudge,
): string | undefined {
  const [verb = '', ...rest] = args;
  if (args.length === 1 && ['--version', '-v'].includes(verb)) return undefined;
  if (verb === 'ls')
    return judgeArguments(
      rest,
      { flags: 'a', long: { all: 'flag', depth: 'number', json: 'flag' }, operands: ['text'] },
      judgePath,
    );
  const isScript = verb === 'run' || verb === 'run-script' || verb === 'test' || verb === 't';
  if (!isScript) return `npm ${verb.slice(0, 40)} is not known to be harmless`;
  if (named[0] !== verb) return `the rule does not name "npm ${verb}", which runs code of the workspace`;
  const split = rest.indexOf('--');
  const own = split === -1 ? rest : rest.slice(0, split);
  const passed = split === -1 ? [] : rest.slice(split + 1);
  const wrong = own.find(
    (argument) => !['-s', '--silent', '--if-present'].includes(argument) && !scriptName.test(argument),
  );
  return wrong === undefined
    ? judgeValues(passed, judgePath)
    : `npm's ${wrong.slice(0, 40)} is not known to be harmless`;
}

/** npx runs a known tool that the rule itself names. */
export function judgeNpx(
  args: readonly string[],
  named: readonly string[],
  judgePath: PathJudge,
): string | undefined {
  const own = args[0] === '--no-install' || args[0] === '--no' ? args.slice(1) : args;
  const [tool = '', ...rest] = own;
  if (named[0] !== args[0])
    return `the rule does not name "npx ${(args[0] ?? '').slice(0, 40)}", which runs code`;
  if (!packageTools.has(tool)) return `npx ${tool.slice(0, 40)} is not known to be harmless`;
  return judgeValues(rest, judgePath);
}

/** tar lists archives and packs files of the workspace; unpacking could write anywhere. */
export const judgeTar: ArgumentJudge = (args, judgePath) => {
  const [mode = '', archive = '', ...operands] = args;
  const letters = mode.replace(/^-/, '');
  if (!/^[tc][vzjJ]*f$/.test(letters))
    return 'only listing (tf) and packing (cf) of tar are known to be harmless';
  // A colon makes tar ask another machine.
  if (archive === '' || archive.startsWith('-') || archive.includes(':'))
    return 'the archive is not named plainly';
  for (const path of [archive, ...operands]) {
    if (path.startsWith('-')) return `tar's ${path.slice(0, 40)} is not known to be harmless`;
    const problem = judgePath(path);
    if (problem !== undefined) return problem;
  }
  return undefined;
};
