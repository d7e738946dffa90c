import { judgeArguments } from '../program-rule.ts';
import type { ArgumentJudge } from './echo-programs.ts';

/** awk only prints, as long as its program runs nothing, reads nothing but its input and redirects no output. */
export const judgeAwk: ArgumentJudge = (args, judgePath) =>
  judgeArguments(
    args,
    {
      values: { F: 'text', v: 'text' },
      operands: ['text', 'path'],
      endsAtOperand: true,
      refuse: ({ operands }) => judgeProgram(operands[0]),
    },
    judgePath,
  );

const reaching = /system|getline|ENVIRON|ARGV|ARGC|PROCINFO|SYMTAB|FUNCTAB|close|fflush|nextfile|@/;

function judgeProgram(program: string | undefined): string | undefined {
  if (program === undefined) return 'awk is given no program';
  const hasPipe = program.replaceAll('||', '').includes('|');
  if (reaching.test(program) || hasPipe || writes(program))
    return 'the awk program does more than print its input';
  return undefined;
}

// Outside braces `>` compares; inside it may redirect. Texts and regular expressions could hide a brace.
function writes(program: string): boolean {
  if (!program.includes('>')) return false;
  if (/["/\\#]/.test(program)) return true;
  let depth = 0;
  for (const character of program) {
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (character === '>' && depth > 0) return true;
  }
  return false;
}
