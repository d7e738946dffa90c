import { judgeArguments, type PathJudge } from '../program-rule.ts';
import { judgeAwk } from './awk-program.ts';
import { judgeNode, judgeNpm, judgeNpx, judgePython, judgeTar } from './code-programs.ts';
import { judgeEcho, judgePrintf, judgeTest, type ArgumentJudge } from './echo-programs.ts';
import { filePrograms } from './file-programs.ts';
import { judgeFind } from './find-program.ts';
import { judgeGit } from './git-program.ts';
import { judgeSed } from './sed-program.ts';

const judges: Readonly<Record<string, ArgumentJudge>> = {
  awk: judgeAwk,
  echo: judgeEcho,
  find: judgeFind,
  git: judgeGit,
  node: judgeNode,
  printf: judgePrintf,
  python: judgePython,
  python3: judgePython,
  sed: judgeSed,
  tar: judgeTar,
  test: judgeTest,
};

/**
 * Says why a program with these arguments is not known to be harmless; undefined when it is. `named` are the words after
 * the program that the rule itself spells out.
 */
export function judgeProgram(
  argv: readonly string[],
  named: readonly string[],
  judgePath: PathJudge,
): string | undefined {
  const [program = '', ...args] = argv;
  if (program === 'npm') return judgeNpm(args, named, judgePath);
  if (program === 'npx') return judgeNpx(args, named, judgePath);
  if (Object.hasOwn(judges, program)) return judges[program]!(args, judgePath);
  if (Object.hasOwn(filePrograms, program)) return judgeArguments(args, filePrograms[program]!, judgePath);
  return `nothing is known of ${program}, so a rule must spell its arguments out`;
}

/** Tells whether anything is known of a program. */
export function isKnownProgram(program: string): boolean {
  return (
    ['npm', 'npx'].includes(program) || Object.hasOwn(judges, program) || Object.hasOwn(filePrograms, program)
  );
}
