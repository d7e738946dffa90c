import type { ProgramRule } from '../program-rule.ts';

const text = { operands: ['text'] } as const;
const help = { help: 'flag', version: 'flag' } as const;

/** Programs that read files or print text, with the options under which they do no more than that. */
export const filePrograms: Readonly<Record<string, ProgramRule>> = {
  ls: {
    flags: 'aAbBcCdfFgGhiklLmnNopqQrRsStuUvxXZ1',
    values: { I: 'text', w: 'number', T: 'number' },
    long: {
      ...help,
      all: 'flag',
      'almost-all': 'flag',
      color: 'text',
      directory: 'flag',
      'human-readable': 'flag',
      recursive: 'flag',
      reverse: 'flag',
      sort: 'text',
      time: 'text',
      'time-style': 'text',
      'group-directories-first': 'flag',
      ignore: 'text',
      inode: 'flag',
      size: 'flag',
      classify: 'flag',
    },
    operands: ['path'],
  },
  cat: {
    flags: 'AbeEnstTuv',
    long: { ...help, number: 'flag', 'show-all': 'flag', 'number-nonblank': 'flag' },
    operands: ['path'],
  },
  tac: { operands: ['path'] },
  nl: {
    flags: 'p',
    values: { b: 'text', n: 'text', w: 'number', v: 'number', i: 'number' },
    operands: ['path'],
  },
  rev: { operands: ['path'] },
  head: {
    flags: 'qvz',
    values: { n: 'text', c: 'text' },
    long: { ...help, lines: 'text', bytes: 'text', quiet: 'flag', verbose: 'flag' },
    numberFlag: true,
    operands: ['path'],
  },
  tail: {
    flags: 'qvz',
    values: { n: 'text', c: 'text' },
    long: { ...help, lines: 'text', bytes: 'text', quiet: 'flag', verbose: 'flag' },
    numberFlag: true,
    operands: ['path'],
  },
  wc: {
    flags: 'clLmw',
    long: { ...help, bytes: 'flag', chars: 'flag', lines: 'flag', words: 'flag', 'max-line-length': 'flag' },
    operands: ['path'],
  },
  cut: {
    flags: 'nsz',
    values: { b: 'text', c: 'text', d: 'text', f: 'text' },
    long: {
      ...help,
      delimiter: 'text',
      fields: 'text',
      characters: 'text',
      bytes: 'text',
      complement: 'flag',
      'only-delimited': 'flag',
      'output-delimiter': 'text',
    },
    operands: ['path'],
  },
  paste: {
    flags: 'sz',
    values: { d: 'text' },
    long: { ...help, delimiters: 'text', serial: 'flag' },
    operands: ['path'],
  },
  fold: { flags: 'bs', values: { w: 'number' }, long: { ...help, width: 'number' }, operands: ['path'] },
  tr: {
    flags: 'cCdst',
    long: { ...help, delete: 'flag', complement: 'flag', 'squeeze-repeats': 'flag' },
    ...text,
  },
  sort: {
    flags: 'bcCdfghiMmnRrsuVz',
    values: { k: 'text', t: 'text' },
    long: {
      ...help,
      unique: 'flag',
      reverse: 'flag',
      'numeric-sort': 'flag',
      'human-numeric-sort': 'flag',
      'version-sort': 'flag',
      'ignore-case': 'flag',
      key: 'text',
      'field-separator': 'text',
      check: 'flag',
      stable: 'flag',
    },
    operands: ['path'],
  },
  // A second operand of uniq is a file that it writes.
  uniq: {
    flags: 'cdDiuz',
    values: { f: 'number', s: 'number', w: 'number' },
    long: { ...help, count: 'flag', repeated: 'flag', unique: 'flag', 'ignore-case': 'flag' },
    operands: ['path'],
    mostOperands: 1,
  },
  comm: { flags: '123z', operands: ['path'] },
  cmp: { flags: 'bls', values: { n: 'text' }, operands: ['path'] },
  // Without -r, which would follow links.
  diff: {
    flags: 'abBcdEiNpqstuwyZ',
    values: { U: 'number', C: 'number', W: 'number', x: 'text', I: 'text' },
    long: {
      ...help,
      brief: 'flag',
      unified: 'flag',
      'side-by-side': 'flag',
      'ignore-all-space': 'flag',
      'ignore-case': 'flag',
      exclude: 'text',
      color: 'text',
      'no-dereference': 'flag',
    },
    operands: ['path'],
  },
  stat: {
    flags: 'ft',
    values: { c: 'text' },
    long: { ...help, format: 'text', printf: 'text', terse: 'flag' },
    operands: ['path'],
  },
  file: {
    flags: 'bihkLNn',
    long: { ...help, brief: 'flag', mime: 'flag', 'mime-type': 'flag' },
    operands: ['path'],
  },
  du: {
    flags: 'abchkmsSx',
    values: { d: 'number' },
    long: {
      ...help,
      'human-readable': 'flag',
      summarize: 'flag',
      'max-depth': 'number',
      all: 'flag',
      exclude: 'text',
    },
    operands: ['path'],
  },
  df: { flags: 'ahHikTl', long: help, operands: ['path'] },
  tree: { flags: 'aCdfhipsDFr', values: { L: 'number', I: 'text', P: 'text' }, operands: ['path'] },
  md5sum: { flags: 'bt', operands: ['path'] },
  sha1sum: { flags: 'bt', operands: ['path'] },
  sha256sum: { flags: 'bt', operands: ['path'] },
  base64: {
    flags: 'di',
    values: { w: 'number' },
    long: { ...help, decode: 'flag', wrap: 'number' },
    operands: ['path'],
  },
  od: {
    flags: 'abcdfilosxv',
    values: { A: 'text', t: 'text', N: 'text', j: 'text', w: 'text' },
    operands: ['path'],
  },
  // A second operand of xxd is a file that it writes, and -r turns the first into one.
  xxd: {
    flags: 'abiupE',
    values: { c: 'number', g: 'number', l: 'number', s: 'number' },
    operands: ['path'],
    mostOperands: 1,
  },
  hexdump: { flags: 'bcCdovx', values: { n: 'number', s: 'number' }, operands: ['path'] },
  strings: { flags: 'a', values: { n: 'number' }, numberFlag: true, operands: ['path'] },
  readlink: { flags: 'efmnqsvz', operands: ['path'] },
  realpath: { flags: 'emLPqsz', operands: ['path'] },
  basename: { flags: 'az', values: { s: 'text' }, ...text },
  dirname: { flags: 'z', ...text },
  mkdir: { flags: 'pv', long: { ...help, parents: 'flag', verbose: 'flag' }, operands: ['path'] },
  touch: { flags: 'acm', long: { ...help, 'no-create': 'flag' }, operands: ['path'] },
  pwd: { flags: 'LP', operands: [] },
  true: text,
  false: text,
  seq: { flags: 'w', values: { s: 'text', f: 'text' }, ...text },
  sleep: { operands: ['number'] },
  uname: { flags: 'asnrvmpio', long: { ...help, all: 'flag' }, operands: [] },
  whoami: { long: help, operands: [] },
  id: { flags: 'Ggnru', ...text },
  nproc: { long: help, operands: [] },
  which: { flags: 'a', ...text },
  // Without options; its format starts with +.
  date: {
    flags: 'uR',
    values: { d: 'text', I: 'text' },
    long: { ...help, utc: 'flag', date: 'text', 'iso-8601': 'text', 'rfc-3339': 'text' },
    operands: ['text'],
    mostOperands: 1,
    refuse: ({ operands }) =>
      operands.every((operand) => operand.startsWith('+')) ? undefined : 'it would set the clock',
  },
  grep: grepRule('abchHiIlLnoqrsvwxyzEFGPT'),
  egrep: grepRule('abchHiIlLnoqrsvwxyzT'),
  fgrep: grepRule('abchHiIlLnoqrsvwxyzT'),
  jq: {
    flags: 'nrjacCMSesR',
    long: {
      ...help,
      arg: 'text',
      'raw-output': 'flag',
      compact: 'flag',
      'compact-output': 'flag',
      'null-input': 'flag',
      slurp: 'flag',
      'sort-keys': 'flag',
      'exit-status': 'flag',
      tab: 'flag',
      indent: 'number',
      'monochrome-output': 'flag',
    },
    operands: ['text', 'path'],
    refuse: ({ operands, options }) => {
      // --arg takes two values, the second of which was read as an operand.
      if (options.some(({ name }) => name === 'arg')) return 'the option --arg is not known to be harmless';
      return /\b(import|include|env|input_filename)\b|\$ENV/.test(operands[0] ?? '')
        ? 'its filter reads more than its input'
        : undefined;
    },
  },
};

function grepRule(flags: string): ProgramRule {
  return {
    flags,
    values: { e: 'text', A: 'number', B: 'number', C: 'number', m: 'number' },
    long: {
      ...help,
      include: 'text',
      exclude: 'text',
      'exclude-dir': 'text',
      color: 'text',
      colour: 'text',
      'ignore-case': 'flag',
      'line-number': 'flag',
      'files-with-matches': 'flag',
      'files-without-match': 'flag',
      count: 'flag',
      recursive: 'flag',
      'invert-match': 'flag',
      'word-regexp': 'flag',
      'fixed-strings': 'flag',
      'extended-regexp': 'flag',
      'perl-regexp': 'flag',
      'only-matching': 'flag',
      'no-filename': 'flag',
      'with-filename': 'flag',
      context: 'number',
      'after-context': 'number',
      'before-context': 'number',
      'max-count': 'number',
      regexp: 'text',
      quiet: 'flag',
      text: 'flag',
      null: 'flag',
    },
    numberFlag: true,
    // With -e every operand is a file, so the first is judged as one too; a pattern that looks like a path outside asks.
    operands: ['text', 'path'],
    refuse: ({ options, operands }) =>
      options.some(({ name }) => name === 'e' || name === 'regexp') &&
      /^[/~]|(^|\/)\.\.(\/|$)/.test(operands[0] ?? '')
        ? 'it names a place outside the workspace'
        : undefined,
  };
}
