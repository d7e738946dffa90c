/** What a started process is told of the environment unless more is named: enough to find programs, nothing secret. */
const passed = [
  'PATH',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'TERM',
  'SystemRoot',
  'SYSTEMROOT',
  'COMSPEC',
  'PATHEXT',
];

/** Variables that make a program load or run other code; a model never sets them. */
const loaders =
  /^(LD_.*|DYLD_.*|GCONV_PATH|BASH_ENV|ENV|SHELLOPTS|BASHOPTS|PS4|IFS|CDPATH|PROMPT_COMMAND|NODE_OPTIONS|NODE_PATH|NODE_REPL_.*|PYTHON.*|PERL.*|RUBY.*|GEM_.*|BUNDLE_.*|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH|GIT_.*|SSH_.*|npm_.*|NPM_.*|YARN_.*|PNPM_.*|DENO_.*|BUN_.*|EDITOR|VISUAL|PAGER|MANPAGER|LESS.*|BROWSER|PATH|HOME|XDG_.*|TMPDIR|SHELL|GO.*|CARGO_.*|RUST.*|MAKE.*|CC|CXX|LUA_.*|PHP.*|TERMINFO.*|.*_PROXY|.*_proxy|SSL_.*|CURL_.*|GREP_.*|TAR_OPTIONS|RSYNC_.*|R_.*|TOUCHSTONE_.*)$/;

/**
 * The environment of a child process: `PATH` and the locale of this process, the variables named in `names`, and
 * `extra`. Everything else, secrets among it, stays here.
 */
export function childEnvironment(
  names: readonly string[] = [],
  extra: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of [...passed, ...names]) {
    const value = process.env[name];
    // Exported shell functions are code.
    if (value !== undefined && !value.startsWith('() {')) environment[name] = value;
  }
  return { ...environment, ...extra };
}

/** Tells whether a variable changes which code a program runs, so that it needs a person's consent. */
export function isLoaderVariable(name: string): boolean {
  return loaders.test(name);
}
