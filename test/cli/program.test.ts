import { describe, expect, test } from 'vitest';
import type { CommandDefinition } from '../../src/cli/command.ts';
import { commands } from '../../src/cli/command-list.ts';
import { runProgram } from '../../src/cli/program.ts';
import { AppError } from '../../src/core/errors.ts';

const greet: CommandDefinition = {
  name: 'greet',
  arguments: [
    { name: '<name>', description: 'whom' },
    { name: '[more...]', description: 'and whom else' },
  ],
  summary: 'Greets',
  options: [
    { flags: '--tone <tone>', description: 'how', choices: ['warm', 'cold'] },
    { flags: '--tag <tag>', description: 'tags', many: true },
  ],
  examples: [{ command: 'npx touchstone greet Ada', does: 'greets Ada' }],
  async run(context) {
    context.printJson({ args: context.args, options: context.options });
    return 1;
  },
};

async function call(words: string[], definitions: CommandDefinition[] = [greet]) {
  const printed = { out: '', err: '' };
  const code = await runProgram(words, definitions, {
    cwd: '/',
    out: (text) => void (printed.out += text),
    err: (text) => void (printed.err += text),
  });
  return { code, ...printed };
}

describe('the command line', () => {
  test('hands words and options to the command and answers its exit code', async () => {
    const { code, out } = await call(['greet', 'Ada', 'Bob', '--tone', 'warm', '--tag', 'a', '--tag', 'b']);
    expect({ code, ...(JSON.parse(out) as object) }).toEqual({
      code: 1,
      args: ['Ada', 'Bob'],
      options: { tone: 'warm', tag: ['a', 'b'] },
    });
  });

  test.each([
    [['gret'], "Unknown command 'gret'. Did you mean greet? See touchstone --help.\n"],
    [['--what'], "Unknown option '--what'. See touchstone --help.\n"],
    [['greet', 'Ada', '--what'], "Unknown option '--what'. See touchstone greet --help.\n"],
    [['greet'], "Missing required argument 'name'. See touchstone greet --help.\n"],
    [
      ['greet', 'Ada', '--tone', 'loud'],
      "Option '--tone <tone>' argument 'loud' is invalid. Allowed choices are warm, cold. See touchstone greet --help.\n",
    ],
  ])('%j is one sentence and exit code 2', async (words, sentence) => {
    expect(await call(words)).toEqual({ code: 2, out: '', err: sentence });
  });

  test('what a command throws becomes one sentence and exit code 2', async () => {
    const failing = (error: unknown): CommandDefinition => ({
      ...greet,
      run: async () => {
        throw error;
      },
    });
    expect(await call(['greet', 'Ada'], [failing(new AppError('CONFIG_INVALID', 'No such thing.'))])).toEqual(
      {
        code: 2,
        out: '',
        err: 'No such thing.\n',
      },
    );
    expect(await call(['greet', 'Ada'], [failing('boom')])).toEqual({
      code: 2,
      out: '',
      err: 'Touchstone could not run: boom\n',
    });
  });

  test('without a command it prints the help and exits with 2, so that an empty variable in CI is not green', async () => {
    const { code, out } = await call([]);
    expect({ code, listsGreet: out.includes('greet') }).toEqual({ code: 2, listsGreet: true });
  });

  test('--help and --version are fine', async () => {
    expect([
      (await call(['--help'])).code,
      (await call(['greet', '--help'])).code,
      (await call(['-V'])).code,
    ]).toEqual([0, 0, 0]);
  });
});

test('every command has a summary without a full stop and at least one example that can be pasted', () => {
  const wrong = commands.filter(
    ({ summary, examples, name }) =>
      summary.endsWith('.') || !examples.some(({ command }) => command.startsWith(`npx touchstone ${name}`)),
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});
