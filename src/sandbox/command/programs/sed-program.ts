import { judgeArguments } from '../program-rule.ts';
import type { ArgumentJudge } from './echo-programs.ts';

/** sed only prints, as long as its script holds no command that runs, reads or writes, and -i is not given. */
export const judgeSed: ArgumentJudge = (args, judgePath) => {
  const scripts: string[] = [];
  const problem = judgeArguments(
    args,
    {
      flags: 'nErsuz',
      values: { e: 'text' },
      long: {
        quiet: 'flag',
        silent: 'flag',
        expression: 'text',
        'regexp-extended': 'flag',
        help: 'flag',
        version: 'flag',
      },
      operands: ['text', 'path'],
      refuse({ options, operands }) {
        scripts.push(...options.flatMap(({ value }) => (value === undefined ? [] : [value])));
        if (scripts.length > 0) return operands[0] === undefined ? undefined : judgePath(operands[0]);
        if (operands[0] === undefined) return 'sed is given no script';
        scripts.push(operands[0]);
        return undefined;
      },
    },
    judgePath,
  );
  if (problem !== undefined) return problem;
  return scripts.every(isPrintingScript)
    ? undefined
    : 'the sed script holds more than simple printing and replacing';
};

// One place in a file: a number, the last line, a step, or a regular expression without brackets in which a slash hides.
const address = String.raw`(?:\d+(?:~\d+)?|\$|\/(?:[^\/\\\n[\]]|\\[^\n]|\[[^\/\\\n\]]+\])*\/I?)`;
const range = String.raw`(?:${address}(?:,[+~]?${address})?[ \t]*)?(?:![ \t]*)?`;
const simple = String.raw`[pPdDnNgGhHxl=]|[qQ]\d*`;
const part = String.raw`(?:[^\/\\\n[\]]|\\[^\n]|\[[^\/\\\n\]]+\])*`;
const partWith = (mark: string): string => part.replaceAll(String.raw`\/`, `\\${mark}`);
const replace = ['/', '|', ',', '#', ':', '@', '!']
  .map((mark) => `s\\${mark}${partWith(mark)}\\${mark}${partWith(mark)}\\${mark}[gpiI0-9]*`)
  .join('|');
const command = String.raw`[ \t]*${range}(?:${simple}|${replace})[ \t]*`;
const script = new RegExp(`^${command}(?:[;\\n]${command})*[;\\n]?$`);

/** Tells whether a script consists of printing, deleting and replacing commands only. */
export function isPrintingScript(text: string): boolean {
  return text.length <= 1_000 && script.test(text);
}
