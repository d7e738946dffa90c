import { AppError } from '../../core/errors.ts';

/**
 * Splits a command line into words: white space separates, quotes and backslashes keep together. Nothing is expanded and
 * no shell is involved.
 * @throws AppError CONFIG_INVALID for an unclosed quote or an empty line.
 */
export function commandWords(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index]!;
    if (quote !== undefined) {
      if (character === quote) quote = undefined;
      else if (character === '\\' && quote === '"' && '"\\'.includes(line[index + 1] ?? ' '))
        word += line[++index]!;
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === '\\' && index + 1 < line.length) word = (word ?? '') + line[++index]!;
    else word = (word ?? '') + character;
  }
  if (quote !== undefined) throw refuse(line, `has an unclosed ${quote}`);
  if (word !== undefined) words.push(word);
  if (words.length === 0) throw refuse(line, 'is empty');
  return words;
}

function refuse(line: string, reason: string): AppError {
  return new AppError('CONFIG_INVALID', `The MCP command ${JSON.stringify(line)} ${reason}.`);
}
