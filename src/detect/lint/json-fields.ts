import { isPlainObject } from '../../core/json.ts';

/** One named field of a JSON Schema, at any depth. */
export interface JsonField {
  /** Such as `order.items[].price`. */
  path: string;
  schema: Record<string, unknown>;
}

/** Recursive schemas are followed once; what is deeper than this is not looked at. */
const MAX_DEPTH = 30;

/** The named fields of a JSON Schema document, in the order in which they stand. */
export function listFields(document: Record<string, unknown>): JsonField[] {
  const fields: JsonField[] = [];
  const seen = new Set<unknown>();
  const visit = (given: unknown, path: string, depth: number): void => {
    const schema = resolve(given, document);
    if (!isPlainObject(schema) || seen.has(schema) || depth > MAX_DEPTH) return;
    seen.add(schema);
    for (const [key, child] of entriesOf(schema.properties)) {
      const place = path === '' ? key : `${path}.${key}`;
      const target = resolve(child, document);
      const own = { ...(isPlainObject(target) && target), ...(isPlainObject(child) && child) };
      fields.push({ path: place, schema: own });
      visit(child, place, depth + 1);
    }
    visit(schema.items, `${path}[]`, depth + 1);
    if (isPlainObject(schema.additionalProperties))
      visit(schema.additionalProperties, `${path}.*`, depth + 1);
    for (const keyword of ['anyOf', 'oneOf', 'allOf', 'prefixItems']) {
      const parts = schema[keyword];
      if (Array.isArray(parts)) for (const part of parts) visit(part, path, depth + 1);
    }
  };
  visit(document, '', 0);
  return fields;
}

/** Tells whether a field says anything of what it takes; a field that says nothing is refused by some providers. */
export function isTyped(field: JsonField): boolean {
  const keywords = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref', 'not'];
  return keywords.some((keyword) => Object.hasOwn(field.schema, keyword));
}

function entriesOf(value: unknown): [string, unknown][] {
  return isPlainObject(value) ? Object.entries(value) : [];
}

function resolve(schema: unknown, document: Record<string, unknown>): unknown {
  let current = schema;
  for (let hops = 0; hops < MAX_DEPTH && isPlainObject(current); hops += 1) {
    const { $ref: reference } = current;
    if (typeof reference !== 'string' || !reference.startsWith('#')) return current;
    current = follow(reference, document);
  }
  return current;
}

function follow(reference: string, document: Record<string, unknown>): unknown {
  let current: unknown = document;
  for (const part of reference.split('/').slice(1)) {
    const key = decodePart(part);
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}

function decodePart(part: string): string {
  const text = part.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
