/** The place of a field, taken apart: `input.items[0]` is `['input', 'items', 0]`. */
export type FieldPath = readonly (string | number)[];

const PART = /(?:^|\.)([A-Za-z_$][\w$-]*)|\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]/y;

/** Takes a field's place apart; undefined when the text is no place. */
export function parseField(text: string): FieldPath | undefined {
  const path: (string | number)[] = [];
  PART.lastIndex = 0;
  while (PART.lastIndex < text.length) {
    const match = PART.exec(text);
    if (match === null) return undefined;
    if (match[1] !== undefined) path.push(match[1]);
    else if (match[2] !== undefined) path.push(Number(match[2]));
    else path.push(JSON.parse(`"${match[3]}"`) as string);
  }
  return path.length === 0 ? undefined : path;
}

/** The value at a place; undefined where there is none. Only own properties are read. */
export function readField(root: object, path: FieldPath): unknown {
  let value: unknown = root;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}
