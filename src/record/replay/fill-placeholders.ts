import { decode, encode } from '../../core/codec.ts';
import { isPlainObject, setOwn, type Json } from '../../core/json.ts';
import { isPlaceholder, placeholdersIn } from '../../redact/placeholders.ts';
import type { ParseResult, Schema } from '../../schema/schema.ts';
import type { Bindings } from './bindings.ts';
import { nodeAt, standInsFor, type StandIns } from './stand-in.ts';

/** A recorded value made live again. */
export interface Filled {
  value: unknown;
  /** Places for which no stand-in was found that the schema accepts. */
  unfilled: string[];
}

interface Place {
  path: (string | number)[];
  placeholder: string;
}

const MOST_PLACES = 2_000;
const MOST_TRIES = 64;

/**
 * Puts a live value in the place of every placeholder: the one that it is bound to, or a stand-in that the schema accepts.
 * The same placeholder is the same value from then on.
 */
export async function fillPlaceholders(
  value: unknown,
  schema: Schema | undefined,
  bindings: Bindings,
): Promise<Filled> {
  const json = encode(value, { unsupported: 'mark' });
  const places = findPlaces(json);
  if (places.length === 0) return { value, unfilled: [] };
  const document = schema === undefined ? undefined : documentOf(schema);
  const choices = new Map<string, StandIns>();
  for (const { path, placeholder } of places) {
    if (choices.has(placeholder)) continue;
    const node = document === undefined ? undefined : nodeAt(document, path);
    choices.set(placeholder, standInsFor(placeholder, node, bindings));
  }
  const current = (): Json => replaceAll(json, (placeholder) => choices.get(placeholder)?.current());
  const unfilled =
    schema === undefined ? [] : await settle(places, choices, () => schema.parse(decode(current())));
  const bound = new Map<string, Json>();
  for (const [placeholder, choice] of choices) {
    if (bindings.valueOf(placeholder) === undefined) bound.set(placeholder, choice.current());
  }
  bindings.bind(bound);
  return { value: decode(current()), unfilled };
}

const documents = new WeakMap<Schema, Record<string, unknown>>();

function documentOf(schema: Schema): Record<string, unknown> {
  const document = documents.get(schema) ?? schema.toJsonSchema().schema;
  documents.set(schema, document);
  return document;
}

// Tries the next stand-in at each place of which the schema complains, until it accepts them all.
async function settle(
  places: readonly Place[],
  choices: Map<string, StandIns>,
  parse: () => ParseResult | Promise<ParseResult>,
): Promise<string[]> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const result = await parse();
    if (result.ok) return [];
    const wrong = new Set(
      result.issues.flatMap((issue) =>
        places.filter(({ path }) => isUnder(path, issue.path)).map(({ placeholder }) => placeholder),
      ),
    );
    const moved = [...wrong].filter((placeholder) => choices.get(placeholder)!.next());
    if (wrong.size === 0) return [];
    if (moved.length === 0) return [...wrong];
  }
  return places.map(({ placeholder }) => placeholder);
}

function isUnder(path: readonly (string | number)[], issue: readonly (string | number)[]): boolean {
  return issue.length <= path.length && issue.every((part, index) => String(part) === String(path[index]));
}

function findPlaces(json: Json): Place[] {
  const places: Place[] = [];
  const path: (string | number)[] = [];
  const visit = (value: Json): void => {
    if (places.length >= MOST_PLACES) return;
    if (typeof value === 'string') {
      for (const { text } of placeholdersIn(value)) places.push({ path: [...path], placeholder: text });
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        for (const { text } of placeholdersIn(key)) places.push({ path: [...path], placeholder: text });
        path.push(Array.isArray(value) ? Number(key) : key);
        visit(item);
        path.pop();
      }
    }
  };
  visit(json);
  return places;
}

function replaceAll(json: Json, valueOf: (placeholder: string) => Json | undefined): Json {
  if (typeof json === 'string') {
    if (isPlaceholder(json)) return valueOf(json) ?? json;
    return replaceInText(json, valueOf);
  }
  if (Array.isArray(json)) return json.map((item) => replaceAll(item, valueOf));
  if (!isPlainObject(json)) return json;
  const copy = {};
  for (const [key, value] of Object.entries(json)) {
    setOwn(copy, replaceInText(key, valueOf), replaceAll(value as Json, valueOf));
  }
  return copy as Json;
}

function replaceInText(text: string, valueOf: (placeholder: string) => Json | undefined): string {
  let result = '';
  let at = 0;
  for (const { text: placeholder, start, end } of placeholdersIn(text)) {
    const value = valueOf(placeholder);
    result += text.slice(at, start) + (value === undefined ? placeholder : textOf(value));
    at = end;
  }
  return result + text.slice(at);
}

function textOf(value: Json): string {
  if (typeof value === 'string') return value;
  const inner = isPlainObject(value) ? value['value'] : undefined;
  return typeof inner === 'string' ? inner : JSON.stringify(value);
}
