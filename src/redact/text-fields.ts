/** A value inside a text that stands behind a name: `"name": "value"`, `name=value`, `Authorization: value`. */
export interface TextField {
  name: string;
  value: string;
  start: number;
  end: number;
}

// Every pattern is linear: names and values are runs of characters that can be read in one way only.
const jsonField =
  /"([\w.$@-]{1,80})"\s{0,20}:\s{0,20}(?:"((?:[^"\\]|\\.)*)"|(-?\d[\d.eE+-]*|true\b|false\b))/gs;
const escapedField =
  /\\"([\w.$@-]{1,80})\\+"\s{0,20}:\s{0,20}(?:\\+"([^"\\]*)\\+"|(-?\d[\d.eE+-]*|true\b|false\b))/g;
const pairField = /(?<![\w.-])([A-Za-z][\w.-]{1,60})=([^\s&"'<>;,)\\]{1,4000})/g;
const headerField =
  /(?<![\w-])((?:proxy-)?authorization|(?:set-)?cookie|x-api-key)["']?[ \t]{0,5}:[ \t]{0,5}["']?(?:(?:bearer|basic|token)[ \t]{1,5})?([^\s"',;\\]{4,4000})/gi;

/** Finds named values inside a text, such as JSON in a string, a query, a cookie, a line of settings or a header. */
export function textFieldsOf(text: string, isSensitive: (name: string) => boolean): TextField[] {
  const fields: TextField[] = [];
  if (text.includes('":') || text.includes('" :')) {
    for (const pattern of text.includes('\\"') ? [jsonField, escapedField] : [jsonField]) {
      for (const match of text.matchAll(pattern)) {
        if (!isSensitive(match[1]!)) continue;
        const closing = match[2] === undefined ? 0 : /\\*"$/.exec(match[0])![0].length;
        fields.push(
          fieldOf(
            match,
            match[1]!,
            match[2] ?? match[3] ?? '',
            pattern === jsonField ? Math.min(closing, 1) : closing,
          ),
        );
      }
    }
  }
  if (text.includes('=')) {
    for (const match of text.matchAll(pairField)) {
      if (isSensitive(match[1]!)) fields.push(fieldOf(match, match[1]!, match[2]!, 0));
    }
  }
  if (text.includes(':')) {
    for (const match of text.matchAll(headerField)) {
      if (isSensitive(match[1]!)) fields.push(fieldOf(match, match[1]!, match[2]!, 0));
    }
  }
  return fields.filter(({ value }) => value !== '' && !value.startsWith('[REDACTED:'));
}

// The value ends where the match ends, but for its closing quote.
function fieldOf(match: RegExpExecArray, name: string, value: string, quote: number): TextField {
  const end = match.index + match[0].length - quote;
  return { name, value, start: end - value.length, end };
}
