import { shellWord } from '../../review/text/words.ts';

/** What a command needs to find one test again. */
export interface TestAddress {
  /** The spec file relative to the project, with `/`; empty for a harness outside vitest. */
  spec: string;
  /** The test's own name, without its suites. */
  testName: string;
  /** The configuration file as `--config` takes it, where it is not the one of the current folder. */
  configFile: string | undefined;
}

/** The command line that runs or records one test again, to be pasted into a shell. */
export function commandFor(command: 'run' | 'record', { spec, testName, configFile }: TestAddress): string {
  const words = ['npx touchstone', command];
  if (spec !== '') words.push(shellWord(spec), '-t', shellWord(escapePattern(testName)));
  if (configFile !== undefined) words.push('--config', shellWord(configFile));
  return words.join(' ');
}

// `-t` takes a regular expression.
function escapePattern(name: string): string {
  return name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
