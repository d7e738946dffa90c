import { MAX_DEPTH } from '../../core/codec.ts';

/** Tells whether a JSON text nests deeper than the codec reads, before a parser or a check recurses into it. */
export function nestsTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 92) index += 1;
      else if (code === 34) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 123 || code === 91) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (code === 125 || code === 93) depth -= 1;
  }
  return false;
}
