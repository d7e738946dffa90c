import { judgeArguments, type ProgramRule } from '../program-rule.ts';
import type { ArgumentJudge } from './echo-programs.ts';

const logOptions = {
  flags: 'pzqiEFwbsMC',
  values: { n: 'number', S: 'text', G: 'text', U: 'number', L: 'text' },
  long: {
    oneline: 'flag',
    graph: 'flag',
    all: 'flag',
    decorate: 'flag',
    stat: 'flag',
    shortstat: 'flag',
    numstat: 'flag',
    summary: 'flag',
    'name-only': 'flag',
    'name-status': 'flag',
    patch: 'flag',
    'no-patch': 'flag',
    follow: 'flag',
    reverse: 'flag',
    merges: 'flag',
    'no-merges': 'flag',
    'first-parent': 'flag',
    'abbrev-commit': 'flag',
    'no-decorate': 'flag',
    'no-color': 'flag',
    cached: 'flag',
    staged: 'flag',
    'word-diff': 'flag',
    'ignore-all-space': 'flag',
    'ignore-space-change': 'flag',
    'exit-code': 'flag',
    quiet: 'flag',
    raw: 'flag',
    branches: 'flag',
    tags: 'flag',
    'show-toplevel': 'flag',
    'no-ext-diff': 'flag',
    'no-textconv': 'flag',
    'topo-order': 'flag',
    'date-order': 'flag',
    minimal: 'flag',
    grep: 'text',
    author: 'text',
    committer: 'text',
    since: 'text',
    until: 'text',
    after: 'text',
    before: 'text',
    format: 'text',
    pretty: 'text',
    date: 'text',
    color: 'text',
    'max-count': 'number',
    skip: 'number',
    unified: 'number',
    'diff-filter': 'text',
  },
  numberFlag: true,
  operands: ['path'],
} satisfies ProgramRule;

const none: ProgramRule['operands'] = [];
// What each command of git reads, with the options under which it runs no program and writes nothing outside.
const commands: Readonly<Record<string, ProgramRule>> = {
  log: logOptions,
  show: logOptions,
  diff: logOptions,
  status: {
    flags: 'sbvuz',
    long: {
      short: 'flag',
      branch: 'flag',
      porcelain: 'flag',
      long: 'flag',
      'show-stash': 'flag',
      ignored: 'flag',
    },
    operands: ['path'],
  },
  blame: {
    flags: 'wlsetfnMC',
    values: { L: 'text' },
    long: { 'line-porcelain': 'flag', porcelain: 'flag', date: 'text' },
    operands: ['path'],
  },
  shortlog: { flags: 'nsec', long: { since: 'text', until: 'text', all: 'flag' }, operands: ['path'] },
  describe: {
    long: { tags: 'flag', always: 'flag', dirty: 'flag', all: 'flag', long: 'flag', abbrev: 'flag' },
    operands: ['path'],
  },
  branch: {
    flags: 'avr',
    long: {
      all: 'flag',
      list: 'flag',
      remotes: 'flag',
      'show-current': 'flag',
      merged: 'flag',
      'no-merged': 'flag',
      verbose: 'flag',
    },
    operands: none,
  },
  tag: { flags: 'l', long: { list: 'flag' }, operands: none },
  remote: { flags: 'v', operands: none },
  'rev-parse': {
    long: {
      short: 'flag',
      'abbrev-ref': 'flag',
      'show-toplevel': 'flag',
      'is-inside-work-tree': 'flag',
      verify: 'flag',
      'show-prefix': 'flag',
    },
    operands: ['path'],
  },
  'rev-list': {
    long: { count: 'flag', all: 'flag', 'max-count': 'number' },
    values: { n: 'number' },
    operands: ['path'],
  },
  'merge-base': { flags: 'a', operands: ['path'] },
  'ls-files': {
    flags: 'cdmostuz',
    long: {
      cached: 'flag',
      deleted: 'flag',
      modified: 'flag',
      others: 'flag',
      'exclude-standard': 'flag',
      stage: 'flag',
    },
    operands: ['path'],
  },
  'ls-tree': { flags: 'drtlz', long: { 'name-only': 'flag' }, operands: ['path'] },
  'cat-file': { flags: 'pte', operands: ['path'] },
  add: {
    flags: 'Aunvf',
    long: { all: 'flag', update: 'flag', verbose: 'flag', 'dry-run': 'flag' },
    operands: ['path'],
  },
  commit: {
    flags: 'aqv',
    values: { m: 'text' },
    long: {
      message: 'text',
      all: 'flag',
      amend: 'flag',
      'no-edit': 'flag',
      quiet: 'flag',
      'allow-empty': 'flag',
      signoff: 'flag',
    },
    operands: ['path'],
    refuse: ({ options }) =>
      options.some(({ name }) => name === 'm' || name === 'message' || name === 'no-edit')
        ? undefined
        : 'git commit would open an editor',
  },
};

/** git is known command by command; whatever comes before the command, and every other command, is not. */
export const judgeGit: ArgumentJudge = (args, judgePath) => {
  const rest = args[0] === '--no-pager' ? args.slice(1) : args;
  const [name = '', ...own] = rest;
  if (rest.length === 1 && name === '--version') return undefined;
  const rule = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (rule === undefined) return `git ${name.slice(0, 40)} is not known to be harmless`;
  return judgeArguments(own, rule, judgePath);
};
