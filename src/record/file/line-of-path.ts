const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs;

interface Level {
  kind: '{' | '[';
  key: string | number;
  /** In an object, whether the next string is a key. */
  atKey: boolean;
}

/**
 * The line, from 1, at which the value at a path begins in a JSON text that parses; the line of the nearest part around it
 * where the path leads nowhere.
 */
export function lineOfPath(text: string, path: readonly PropertyKey[]): number {
  const levels: Level[] = [];
  let best = { depth: 0, at: 0 };
  for (const match of text.matchAll(token)) {
    const [mark] = match;
    const level = levels.at(-1);
    if (mark === '}' || mark === ']') levels.pop();
    else if (mark === ',') advance(level);
    else if (mark === ':') level!.atKey = false;
    else if (level?.kind === '{' && level.atKey) level.key = JSON.parse(mark) as string;
    else {
      const depth = depthOn(levels, path);
      if (depth > best.depth) best = { depth, at: match.index };
      if (depth === path.length) break;
      if (mark === '{' || mark === '[')
        levels.push({ kind: mark, key: mark === '[' ? 0 : '', atKey: mark === '{' });
    }
  }
  return text.slice(0, best.at).split('\n').length;
}

function advance(level: Level | undefined): void {
  if (level === undefined) return;
  if (typeof level.key === 'number') level.key += 1;
  level.atKey = level.kind === '{';
}

// How many parts of the path the place has, if it lies on the path; 0 otherwise.
function depthOn(levels: readonly Level[], path: readonly PropertyKey[]): number {
  if (levels.length > path.length) return 0;
  return levels.every(({ key }, index) => key === path[index]) ? levels.length : 0;
}
