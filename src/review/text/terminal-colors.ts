import picocolors from 'picocolors';
import type { Colors } from 'picocolors/types.js';

/** Colours for text on standard output: on a terminal only, and neither in CI nor where NO_COLOR is set. */
export function terminalColors(): Colors {
  const { CI, NO_COLOR } = process.env;
  // picocolors would take an undefined for "decide yourself", and it colours in CI.
  return picocolors.createColors(process.stdout.isTTY === true && !CI && !NO_COLOR);
}
