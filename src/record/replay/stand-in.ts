import { isPlainObject, type Json } from '../../core/json.ts';
import type { Bindings } from './bindings.ts';

/** A part of a JSON Schema document, as far as it says what a stand-in must be. */
type Node = Record<string, unknown>;

/** The values that may stand for a placeholder, tried one after the other. */
export interface StandIns {
  current(): Json;
  /** Moves on to the next; false where there is none. */
  next(): boolean;
}

/**
 * Values that may stand for a placeholder, most fitting first. They are made of the placeholder's number, so that
 * different placeholders have different stand-ins, and never look like a real secret.
 */
export function standInsFor(placeholder: string, node: Node | undefined, bindings: Bindings): StandIns {
  const known = bindings.valueOf(placeholder);
  const match = /^\[REDACTED:([^#]*)#(\d+)\]$/.exec(placeholder);
  const label = (match?.[1] ?? 'value').replaceAll(/[^A-Za-z0-9]+/g, '-');
  const number = Number(match?.[2] ?? 1);
  // The long list is made only where the schema refuses the short one.
  let more: (() => Json[]) | undefined = () => [...commonTexts(label, number), ...otherKinds(number)];
  const values: Json[] = known === undefined ? [] : [known];
  if (node !== undefined) values.push(...fittingValues(node, label, number));
  if (values.length === 0) values.push(`redacted-${label}-${number}`);
  let at = 0;
  return {
    current: () => values[at]!,
    next() {
      if (at + 1 >= values.length && more !== undefined) {
        values.push(...more());
        more = undefined;
      }
      if (at + 1 >= values.length) return false;
      at += 1;
      return true;
    },
  };
}

function fittingValues(node: Node, label: string, number: number): Json[] {
  const choices = Array.isArray(node['enum']) ? node['enum'] : 'const' in node ? [node['const']] : [];
  if (choices.length > 0) return [choices[(number - 1) % choices.length] as Json, ...(choices as Json[])];
  const values: Json[] = [];
  const minimum = Number(node['minimum'] ?? node['exclusiveMinimum'] ?? Number.NaN);
  if (node['type'] === 'number' || node['type'] === 'integer') {
    const maximum = Number(node['maximum'] ?? node['exclusiveMaximum'] ?? Number.NaN);
    values.push(
      ...[1000 + number, number, minimum, minimum + number, maximum, maximum - number].filter(
        Number.isFinite,
      ),
    );
    if (Number.isFinite(minimum) && Number.isFinite(maximum)) values.push((minimum + maximum) / 2);
  }
  if (node['type'] === 'boolean') values.push(true, false);
  if (node['type'] === 'string') values.push(...sizedTexts(node, label, number));
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const branches = node[key];
    if (Array.isArray(branches)) {
      values.push(
        ...branches.filter(isPlainObject).flatMap((branch) => fittingValues(branch, label, number)),
      );
    }
  }
  return values;
}

// Texts of a required length, of letters and digits, and of digits alone.
function sizedTexts(node: Node, label: string, number: number): string[] {
  const least = Number(node['minLength'] ?? 0);
  const most = Number(node['maxLength'] ?? Number.POSITIVE_INFINITY);
  if (least > 10_000 || (least <= 1 && most > 200)) return [];
  const lengths = [...new Set([Math.max(least, Math.min(most, 12)), least, Math.min(most, 200)])];
  return lengths.flatMap((length) => {
    const tail = String(number);
    if (length < tail.length) return [];
    return [
      `redacted-${label}-`.slice(0, length - tail.length).padEnd(length - tail.length, 'x') + tail,
      tail.padStart(length, '0'),
      `R${tail.padStart(Math.max(0, length - 1), '0')}`.slice(0, length),
      'REDACTED'.slice(0, length - tail.length).padEnd(length - tail.length, 'X') + tail,
    ];
  });
}

function commonTexts(label: string, number: number): string[] {
  const digits = (length: number): string => String(number).padStart(length, '0');
  const hex = number.toString(16);
  const day = String(1 + ((number - 1) % 28)).padStart(2, '0');
  return [
    `redacted-${label}-${number}`,
    `redacted-${number}@example.com`,
    `https://redacted-${number}.example.com/`,
    `00000000-0000-4000-8000-${hex.padStart(12, '0')}`,
    `2001-01-${day}T00:00:${digits(2).slice(-2)}.000Z`,
    `2001-01-${day}`,
    `00:00:${digits(2).slice(-2)}`,
    `P${number}D`,
    `192.0.2.${number % 256}`,
    `2001:db8::${hex.slice(-4)}`,
    `192.0.2.${number % 256}/32`,
    `+1555${digits(7)}`,
    `555-01${digits(2).slice(-2)}`,
    `000-00-${digits(4)}`,
    digits(16),
    `${digits(4)} 0000 0000 0000`,
    digits(9),
    digits(6),
    digits(4),
    digits(3),
    hex.padStart(64, '0'),
    hex.padStart(40, '0'),
    hex.padStart(32, '0'),
    Buffer.from(`redacted-${label}-${number}`.padEnd(30, '.')).toString('base64'),
    Buffer.from(`redacted-${label}-${number}`.padEnd(30, '.')).toString('base64url'),
    `c${hex.padStart(24, '0')}`,
    `01${hex.toUpperCase().padStart(24, '0')}`,
    `REDACTED${number}`,
    `redacted${number}`,
    `Redacted ${label} ${number}`,
    `eyJhbGciOiJub25lIn0.${Buffer.from(JSON.stringify({ sub: `redacted-${number}` })).toString('base64url')}.redacted`,
  ];
}

function otherKinds(number: number): Json[] {
  return [
    1000 + number,
    number,
    true,
    { $type: 'date', value: new Date(Date.UTC(2001, 0, 1) + number * 1000).toISOString() },
    { $type: 'bigint', value: String(1000 + number) },
    { $type: 'bytes', value: Buffer.from(`redacted-${number}`).toString('base64') },
    { $type: 'url', value: `https://redacted-${number}.example.com/` },
    [],
    {},
  ];
}

/** The part of a JSON Schema document that describes a place, as far as plain properties and items lead there. */
export function nodeAt(document: Node, path: readonly (string | number)[]): Node | undefined {
  let node: Node | undefined = document;
  for (const part of path) {
    node = node && childOf(resolve(node, document), part, document);
  }
  return node && resolve(node, document);
}

function childOf(node: Node, part: string | number, document: Node): Node | undefined {
  const properties = node['properties'];
  if (isPlainObject(properties) && Object.hasOwn(properties, part)) return properties[part] as Node;
  const prefix = node['prefixItems'];
  if (Array.isArray(prefix) && typeof part === 'number' && isPlainObject(prefix[part])) return prefix[part];
  const rest = typeof part === 'number' ? node['items'] : node['additionalProperties'];
  if (isPlainObject(rest)) return rest;
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const branches = node[key];
    if (!Array.isArray(branches)) continue;
    for (const branch of branches.filter(isPlainObject)) {
      const child = childOf(resolve(branch, document), part, document);
      if (child !== undefined) return child;
    }
  }
  return undefined;
}

function resolve(node: Node, document: Node): Node {
  const pointer = node['$ref'];
  if (typeof pointer !== 'string' || !pointer.startsWith('#/')) return node;
  let target: unknown = document;
  for (const part of pointer.slice(2).split('/')) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    target = isPlainObject(target) && Object.hasOwn(target, key) ? target[key] : undefined;
  }
  return isPlainObject(target) && target !== node ? target : node;
}
