const folders = new Set([
  '.git',
  '.husky',
  '.vscode',
  '.idea',
  '.claude',
  '.cursor',
  '.github',
  '.devcontainer',
  'node_modules',
]);
const files = new Set([
  'package.json',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.pnpmfile.cjs',
  '.mcp.json',
  '.gitattributes',
  '.gitmodules',
  '.gitconfig',
  '.envrc',
  'head',
  'makefile',
  '.bashrc',
  '.profile',
  '.zshrc',
  'agents.md',
  'claude.md',
  'touchstone.config.ts',
]);
const patterns = [
  /^\.env(\..*)?$/,
  /^[\w.-]+\.config\.[cm]?[jt]s$/,
  /^\.(eslintrc|prettierrc|babelrc|mocharc|lintstagedrc)(\..*)?$/,
];

/**
 * Tells whether a path names something that other programs run or obey, so that writing it asks a person even where
 * writing is free: repository metadata, hooks, editor and agent settings, package scripts, configuration that is code.
 * Names are compared as the most forgiving file system would.
 */
export function isProtectedPath(path: string): boolean {
  const parts = path.split(/[/\\]/).map(canonical);
  const name = parts.at(-1) ?? '';
  const inFolder = parts.some((part) => folders.has(part));
  return inFolder || files.has(name) || patterns.some((pattern) => pattern.test(name));
}

// HFS+ ignores some format characters, Windows drops dots and spaces at the end and streams after a colon.
function canonical(part: string): string {
  return part
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .toLowerCase()
    .replace(/:.*$/, '')
    .replace(/[. ]+$/, '');
}
