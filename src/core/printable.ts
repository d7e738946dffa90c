// Control and format characters: what moves the cursor, reorders or hides text.
const hostile = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Makes foreign text safe for one line of a terminal: what could move the cursor or hide text becomes `\u{…}`. */
export function printable(text: string): string {
  return text.replaceAll(hostile, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\t') return '\\t';
    return `\\u{${character.codePointAt(0)!.toString(16)}}`;
  });
}
