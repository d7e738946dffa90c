import { baseStyles } from './base-styles.ts';
import { callStyles } from './call-styles.ts';
import { plotStyles } from './plot-styles.ts';

/** The styles of the page: light and dark, for screen and print. */
export function pageStyles(): string {
  return [baseStyles, plotStyles, callStyles].join('\n').replace(/\n\s*/g, '\n');
}
