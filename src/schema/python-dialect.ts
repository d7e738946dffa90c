import { isPlainObject, setOwn } from '../core/json.ts';

/** Names of types in schemas that were made from Python, Java or JavaScript signatures. */
const types: Record<string, string | undefined> = {
  dict: 'object',
  dictionary: 'object',
  hashmap: 'object',
  map: 'object',
  float: 'number',
  double: 'number',
  decimal: 'number',
  int: 'integer',
  long: 'integer',
  short: 'integer',
  byte: 'integer',
  bigint: 'integer',
  str: 'string',
  char: 'string',
  text: 'string',
  bool: 'boolean',
  list: 'array',
  tuple: 'array',
  set: 'array',
  arraylist: 'array',
  none: 'null',
  nonetype: 'null',
};
const standard = new Set(['object', 'number', 'integer', 'string', 'boolean', 'array', 'null']);

/** Words that hold schemas by name; what stands in them is no keyword. */
const named = new Set(['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas']);
const single = new Set([
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
]);
const lists = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);

/** Translates a document whose types are called `dict`, `float`, `tuple`, … into JSON Schema; unknown types become anything. */
export function fromPythonDialect(document: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(document)) {
    const value = document[key];
    if (key === 'type') {
      const type = translateType(value);
      if (type !== undefined) result.type = type;
    } else if (named.has(key) && isPlainObject(value)) {
      const inner = {};
      for (const name of Object.keys(value)) setOwn(inner, name, translate(value[name]));
      setOwn(result, key, inner);
    } else if (single.has(key))
      setOwn(result, key, Array.isArray(value) ? value.map(translate) : translate(value));
    else if (lists.has(key) && Array.isArray(value)) setOwn(result, key, value.map(translate));
    // Some signatures mark single parameters as required; JSON Schema lists them on the object.
    else if (key !== 'required' || Array.isArray(value)) setOwn(result, key, value);
  }
  return moveChoices(result);
}

/** In such schemas the choices of a list's items often stand on the list; choices that no value of the type has mean nothing. */
function moveChoices(part: Record<string, unknown>): Record<string, unknown> {
  const { type, enum: choices, ...rest } = part;
  if (typeof type !== 'string' || !Array.isArray(choices) || choices.some((choice) => isOfType(choice, type)))
    return part;
  if (type !== 'array') return { type, ...rest };
  return { type, ...rest, items: { ...(isPlainObject(rest.items) ? rest.items : {}), enum: choices } };
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isPlainObject(value);
  if (type === 'null') return value === null;
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

function translate(value: unknown): unknown {
  return isPlainObject(value) ? fromPythonDialect(value) : value;
}

function translateType(type: unknown): unknown {
  if (Array.isArray(type)) {
    const known = type.map(translateType).filter((name) => name !== undefined);
    return known.length === type.length ? [...new Set(known)] : undefined;
  }
  if (typeof type !== 'string') return undefined;
  const name = type.toLowerCase();
  return standard.has(name) ? name : types[name];
}
