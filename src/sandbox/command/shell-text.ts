import type { CommandSegment } from './parse-command.ts';

/**
 * Writes understood segments down again for `sh`, every word in single quotes, so that the shell can read nothing into
 * them that was not decided on.
 */
export function shellText(segments: readonly CommandSegment[]): string {
  return segments
    .map(({ argv, redirects, joint }) => {
      const words = [...argv.map(quote), ...redirects].join(' ');
      return joint === undefined ? words : ` ${joint} ${words}`;
    })
    .join('');
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
