import type { ArgumentJudge } from './echo-programs.ts';

const withText = new Set([
  '-name',
  '-iname',
  '-path',
  '-ipath',
  '-wholename',
  '-iwholename',
  '-type',
  '-size',
  '-mtime',
  '-mmin',
  '-atime',
  '-ctime',
  '-perm',
  '-user',
  '-group',
  '-regex',
  '-iregex',
  '-regextype',
  '-maxdepth',
  '-mindepth',
  '-printf',
]);
const withPath = new Set(['-newer', '-anewer', '-cnewer', '-samefile']);
const alone = new Set([
  '!',
  '-not',
  '-a',
  '-and',
  '-o',
  '-or',
  '(',
  ')',
  ',',
  '-empty',
  '-print',
  '-print0',
  '-ls',
  '-prune',
  '-quit',
  '-depth',
  '-d',
  '-xdev',
  '-mount',
  '-true',
  '-false',
  '-readable',
  '-writable',
  '-executable',
  '-P',
  '-noleaf',
  '-ignore_readdir_race',
]);

/** find only looks, as long as no action runs, deletes or writes, and it follows no links. */
export const judgeFind: ArgumentJudge = (args, judgePath) => {
  let inPaths = true;
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index]!;
    if (inPaths && !/^[-!(,)]/.test(argument)) {
      const problem = judgePath(argument);
      if (problem !== undefined) return problem;
      continue;
    }
    if (argument !== '-P') inPaths = false;
    if (alone.has(argument)) continue;
    const value = args[index + 1];
    if (value === undefined || !(withText.has(argument) || withPath.has(argument))) {
      return `find's ${argument} is not known to be harmless`;
    }
    const problem = withPath.has(argument) ? judgePath(value) : undefined;
    if (problem !== undefined) return problem;
    index += 1;
  }
  return undefined;
};
