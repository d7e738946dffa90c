import { isPlainObject } from '../../core/json.ts';
import type { JsonSchemaSource } from '../schema.ts';

/** The part of a document that a local `$ref` names: a pointer, an anchor, or the document's own `$id`. */
export function resolvePointer(root: JsonSchemaSource['document'], reference: string): unknown {
  if (!isPlainObject(root)) return undefined;
  const own = typeof root.$id === 'string' ? root.$id.replace(/#$/, '') : '';
  const local = own !== '' && reference.startsWith(own) ? reference.slice(own.length) : reference;
  if (local === '' || local === '#') return root;
  if (!local.startsWith('#')) return findById(root, local, new Set());
  if (!local.startsWith('#/')) return findById(root, local.slice(1), new Set());
  let current: unknown = root;
  for (const part of local.slice(2).split('/')) {
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

function findById(value: unknown, name: string, seen: Set<object>): unknown {
  if (typeof value !== 'object' || value === null || seen.has(value)) return undefined;
  seen.add(value);
  const { $id, $anchor } = value as { $id?: unknown; $anchor?: unknown };
  if ($anchor === name || $id === name || $id === `#${name}`) return value;
  for (const inner of Object.values(value)) {
    const found = findById(inner, name, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}
