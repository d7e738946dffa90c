import type { Json } from '../../core/json.ts';
import { NORMALISED } from './normalise.ts';

/** A value inside a text or tree that may differ from run to run. */
export interface Token {
  kind: string;
  value: string;
  /** For numbers with a tolerance. */
  within?: number;
}

/** One text for a value with a hole for each token: equal skeletons differ at most in their tokens. */
export interface Skeleton {
  text: string;
  tokens: Token[];
}

// JSON text never holds this character raw, so that a hole cannot be forged by data.
const HOLE = '\u0000';

const UUID = '(?<![0-9A-Za-z])[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(?![0-9A-Za-z])';
const ULID = '(?<![0-9A-Za-z])[0-7][0-9A-HJKMNP-TV-Z]{25}(?![0-9A-Za-z])';
const TIME =
  '(?<![0-9A-Za-z])\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,9})?)?(?:Z|[+-]\\d\\d:?\\d\\d)?';
const REDACTED = '\\[REDACTED:[^\\]#]{1,64}#\\d{1,9}\\]';
const TOKEN = new RegExp(`(${UUID})|(${ULID})|(${TIME})|(${REDACTED})`, 'g');

/** Writes a value in codec form as a skeleton: keys sorted, no white space, tokens taken out in the order of writing. */
export function skeletonOf(json: Json): Skeleton {
  const skeleton: Skeleton = { text: '', tokens: [] };
  const parts: string[] = [];
  write(json, parts, skeleton.tokens);
  skeleton.text = parts.join('');
  return skeleton;
}

function write(json: Json, parts: string[], tokens: Token[]): void {
  if (typeof json === 'string') {
    parts.push(takeTokens(JSON.stringify(json), tokens));
  } else if (typeof json !== 'object' || json === null) {
    parts.push(String(json));
  } else if (Array.isArray(json)) {
    parts.push('[');
    for (const item of json) {
      write(item, parts, tokens);
      parts.push(',');
    }
    parts.push(']');
  } else if (json['$type'] === NORMALISED) {
    parts.push(HOLE, String(json['kind']));
    tokens.push(normalisedToken(json));
  } else {
    writeObject(json, parts, tokens);
  }
}

function writeObject(json: { [key: string]: Json }, parts: string[], tokens: Token[]): void {
  parts.push('{');
  for (const key of Object.keys(json).sort()) {
    parts.push(JSON.stringify(key), ':');
    write(json[key] as Json, parts, tokens);
    parts.push(',');
  }
  parts.push('}');
}

function normalisedToken(json: { [key: string]: Json }): Token {
  return {
    kind: String(json['kind']),
    value: String(json['value']),
    ...(typeof json['within'] === 'number' && { within: json['within'] }),
  };
}

function takeTokens(text: string, tokens: Token[]): string {
  // The shortest token has 15 characters and each holds a digit, so that most strings are done here.
  if (text.length < 15) return text;
  return text.replace(TOKEN, (match: string, uuid?: string, ulid?: string, time?: string) => {
    if (uuid !== undefined || ulid !== undefined) tokens.push({ kind: 'generated', value: match });
    else if (time !== undefined) tokens.push({ kind: 'time', value: match });
    else tokens.push({ kind: match.slice(1, match.indexOf('#')), value: match });
    return HOLE;
  });
}
