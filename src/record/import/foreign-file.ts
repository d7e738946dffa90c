import { AppError } from '../../core/errors.ts';
import { isPlainObject, type Json } from '../../core/json.ts';
import { nestsTooDeep } from '../file/nests-too-deep.ts';
import { placeOfSyntaxError } from '../file/place-of-syntax-error.ts';

/** The error for a foreign file; `what` goes on after the format's name. */
export function notOfFormat(format: string, what: string): AppError {
  return new AppError('RECORDING_INVALID', `The text is not of the format ${format}: ${what}.`);
}

/** Reads a text as JSON, or as JSON lines where several values stand below each other. */
export function readForeignJson(text: string, format: string): Json {
  if (text.trim() === '') throw notOfFormat(format, 'it is empty');
  if (nestsTooDeep(text)) throw notOfFormat(format, 'it nests deeper than 1000 levels');
  try {
    return JSON.parse(text) as Json;
  } catch {
    return readLines(text, format);
  }
}

function readLines(text: string, format: string): Json[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const values: Json[] = [];
  for (const [index, line] of lines.entries()) {
    try {
      values.push(JSON.parse(line) as Json);
    } catch {
      if (index > 0 && lines.length > 1) {
        throw notOfFormat(format, `line ${index + 1} is not JSON`);
      }
      const place = placeOfSyntaxError(text);
      throw notOfFormat(format, `it is not JSON at line ${place.line}, column ${place.column}`);
    }
  }
  return values;
}

/** A value as an object with string keys; an empty one where it is something else. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return isPlainObject(value) ? value : {};
}

/** A field that holds a text. */
export function textField(value: unknown, key: string): string | undefined {
  const field = fieldsOf(value)[key];
  return typeof field === 'string' ? field : undefined;
}
