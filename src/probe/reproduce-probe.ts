import { canonicalJson } from '../core/canonical.ts';

/** What a command line needs to make the experiment again with one input. */
interface ProbedInput {
  toolName: string;
  inputs: readonly unknown[];
  given: boolean;
  seed: number;
  firstIndex: number;
}

/** The command that makes the experiment again with the input that showed the fault. */
export function reproduceProbe(
  { toolName, inputs, given, seed, firstIndex }: ProbedInput,
  inputIndex: number,
): string {
  const input = given
    ? `--input ${quoteWord(canonicalJson(inputs[inputIndex]))}`
    : `--seed ${seed}:${firstIndex + inputIndex}`;
  return `npx touchstone probe ${toolName} ${input}`;
}

// Single quotes keep everything in POSIX shells; a quote inside ends the word, stands escaped, and begins it again.
function quoteWord(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
