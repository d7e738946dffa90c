/** Says that a place lies outside the working directory, judged by its name alone; undefined when it does not. */
export function outsideByName(path: string): string | undefined {
  if (path.startsWith('/') || path.startsWith('~') || /^[A-Za-z]:[\\/]/.test(path)) {
    return 'it names a place outside the workspace';
  }
  let depth = 0;
  for (const part of path.split('/')) {
    if (part === '..') depth -= 1;
    else if (part !== '' && part !== '.') depth += 1;
    // Also `a/../..`: a link at `a` may lead anywhere, so that going up is counted step by step.
    if (depth < 0) return 'it names a place outside the workspace';
  }
  // Later text of an argument may name a place too: `HEAD:/etc`, `@/etc/passwd`, `file:///`.
  return /(^|[=:@])(\/|~|\.\.(\/|$))/.test(path) ? 'it names a place outside the workspace' : undefined;
}
