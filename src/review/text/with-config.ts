import { shellWord } from './words.ts';

const command =
  /\bnpx touchstone (run|record|review|diff|show|accept|reject|pending|check|probe|fuzz|report)\b/g;

/**
 * Makes the commands in a line of ours run as pasted: where the configuration is not the one of the current folder, each
 * names it. A line that names one already stays as it is.
 */
export function withConfig(line: string, configFile: string | undefined): string {
  if (configFile === undefined || line.includes('--config')) return line;
  return line.replaceAll(command, (found) => `${found} --config ${shellWord(configFile)}`);
}
