/** Says what is wrong with the arguments of a program that needs more than a table; undefined when nothing is. */
export type ArgumentJudge = (
  args: readonly string[],
  judgePath: (path: string) => string | undefined,
) => string | undefined;

/** Every argument of echo is text. */
export const judgeEcho: ArgumentJudge = () => undefined;

/** The first argument of printf is its format; an option there could assign to a variable. */
export const judgePrintf: ArgumentJudge = ([format = '-']) =>
  format.startsWith('-') ? 'printf is given an option or nothing' : undefined;

const unary = new Set(['-e', '-f', '-d', '-r', '-w', '-x', '-s', '-L', '-h']);
const comparisons = new Set(['=', '!=', '-eq', '-ne', '-lt', '-le', '-gt', '-ge']);

/** Understands one test of a file, of a text or of two values. */
export const judgeTest: ArgumentJudge = (args, judgePath) => {
  const [first = '', second = '', third = ''] = args;
  if (args.length === 2 && (first === '-n' || first === '-z')) return undefined;
  if (args.length === 2 && unary.has(first)) return judgePath(second);
  const isComparison = args.length === 3 && comparisons.has(second);
  // Shells evaluate arithmetic in numbers, and indexes in it.
  const isPlain = second === '=' || second === '!=' || [first, third].every((side) => /^-?\d+$/.test(side));
  return isComparison && isPlain ? undefined : 'the test is not one of the simple forms';
};
