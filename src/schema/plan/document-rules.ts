import { isPlainObject } from '../../core/json.ts';
import type { DocumentReading } from './from-document.ts';
import type { Check, NodeShape, PlanNode, Property } from './node.ts';

export type JsonType = 'null' | 'boolean' | 'string' | 'number' | 'integer' | 'array' | 'object';
type Part = Record<string, unknown>;

const allTypes: JsonType[] = ['string', 'number', 'boolean', 'null', 'array', 'object'];

/** Keywords that speak of one type only; they hold for it and leave the others free. */
const keywordsOf: Partial<Record<JsonType, string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['items', 'prefixItems', 'additionalItems', 'minItems', 'maxItems', 'uniqueItems'],
  object: [
    'properties',
    'required',
    'additionalProperties',
    'unevaluatedProperties',
    'patternProperties',
    'propertyNames',
    'minProperties',
    'maxProperties',
  ],
};

/** The types that a part names, or undefined where it names none. */
export function typesOf(part: Part): JsonType[] | undefined {
  const named = typeof part.type === 'string' ? [part.type] : part.type;
  if (!Array.isArray(named)) return undefined;
  const types = named.filter((type): type is JsonType => allTypes.includes(type) || type === 'integer');
  return part.nullable === true && !types.includes('null') ? [...types, 'null'] : types;
}

/** The node of the keywords that say what a value of each type must be; undefined when they say nothing. */
export function readRules(part: Part, reading: DocumentReading): PlanNode | undefined {
  const named = typesOf(part);
  const speaks = Object.values(keywordsOf).some((keywords) => keywords.some((keyword) => keyword in part));
  if (named === undefined && !speaks) return undefined;
  const options = (named ?? allTypes).map((type) => readType(type, part, reading));
  if (options.length === 1) return options[0]!;
  if (options.length === 0) return { kind: 'never', checks: [], meta: {} };
  return { kind: 'union', options, mode: 'any', discriminator: undefined, checks: [], meta: {} };
}

function readType(type: JsonType, part: Part, reading: DocumentReading): PlanNode {
  const make = (shape: NodeShape, checks: Check[] = []): PlanNode => ({ ...shape, checks, meta: {} });
  switch (type) {
    case 'null':
    case 'boolean':
      return make({ kind: type });
    case 'string':
      return make({ kind: 'string' }, stringChecks(part));
    case 'number':
    case 'integer':
      return make({ kind: 'number' }, numberChecks(part, type));
    case 'array':
      return make(arrayShape(part, reading), arrayChecks(part));
    case 'object':
      return make(objectShape(part, reading), bounds(part, 'Properties', 'size'));
  }
}

function bounds(part: Part, suffix: string, what: 'length' | 'size'): Check[] {
  const [minimum, maximum] = [part[`min${suffix}`], part[`max${suffix}`]];
  const checks: Check[] = [];
  if (typeof minimum === 'number' && minimum > 0) checks.push({ check: `min_${what}`, value: minimum });
  if (typeof maximum === 'number') checks.push({ check: `max_${what}`, value: maximum });
  return checks;
}

function stringChecks(part: Part): Check[] {
  const checks = bounds(part, 'Length', 'length');
  const pattern = typeof part.pattern === 'string' ? toRegExp(part.pattern) : undefined;
  if (pattern) checks.push({ check: 'regex', pattern });
  if (typeof part.format === 'string') {
    const { format: name } = part as { format: string };
    checks.push({
      check: 'format',
      name,
      pattern: undefined,
      ownPattern: false,
      options: { json: true },
      test: undefined,
    });
  }
  return checks;
}

/** Reads a pattern as JSON Schema means it: with the `u` flag where that is legal. */
export function toRegExp(source: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(source, flags);
    } catch {
      continue;
    }
  }
  return undefined;
}

function numberChecks(part: Part, type: JsonType): Check[] {
  const checks: Check[] = type === 'integer' ? [{ check: 'number_format', format: 'integer' }] : [];
  const bound = (keyword: string, check: 'greater_than' | 'less_than', inclusive: boolean): void => {
    const value = part[keyword];
    if (typeof value === 'number') checks.push({ check, value, inclusive });
  };
  bound('minimum', 'greater_than', part.exclusiveMinimum !== true);
  bound('maximum', 'less_than', part.exclusiveMaximum !== true);
  bound('exclusiveMinimum', 'greater_than', false);
  bound('exclusiveMaximum', 'less_than', false);
  if (typeof part.multipleOf === 'number') checks.push({ check: 'multiple_of', value: part.multipleOf });
  return checks;
}

function arrayShape(part: Part, reading: DocumentReading): NodeShape {
  const oldTuple = Array.isArray(part.items);
  const items = oldTuple ? part.items : part.prefixItems;
  const rest: unknown = oldTuple ? (part.additionalItems ?? true) : (part.items ?? true);
  if (!Array.isArray(items)) return { kind: 'array', element: reading.read(rest) };
  const minimum = typeof part.minItems === 'number' ? Math.min(part.minItems, items.length) : 0;
  return {
    kind: 'tuple',
    items: items.map(reading.read),
    rest: rest === false ? undefined : reading.read(rest),
    minimum,
  };
}

function arrayChecks(part: Part): Check[] {
  const checks = bounds(part, 'Items', 'length');
  if (part.uniqueItems === true) checks.push({ check: 'unique' });
  return checks;
}

function objectShape(part: Part, reading: DocumentReading): NodeShape {
  const required = Array.isArray(part.required) ? part.required.filter((key) => typeof key === 'string') : [];
  const declared = isPlainObject(part.properties) ? part.properties : {};
  const properties: Property[] = Object.keys(declared).map((key) => ({
    key,
    node: reading.read(declared[key]),
    required: required.includes(key),
  }));
  const others: unknown = part.additionalProperties ?? part.unevaluatedProperties ?? true;
  for (const key of required) {
    if (!Object.hasOwn(declared, key)) properties.push({ key, node: reading.read(others), required: true });
  }
  const shape: NodeShape & { kind: 'object' } = { kind: 'object', properties, rest: 'loose' };
  if (others === false) shape.rest = 'strict';
  else if (isPlainObject(others) && Object.keys(others).length > 0) shape.rest = reading.read(others);
  if (isPlainObject(part.patternProperties)) {
    const { patternProperties } = part as { patternProperties: Part };
    shape.patterns = Object.keys(patternProperties).flatMap((source) => {
      const pattern = toRegExp(source);
      return pattern ? [{ pattern, node: reading.read(patternProperties[source]) }] : [];
    });
  }
  if (part.propertyNames !== undefined) shape.names = reading.read(part.propertyNames);
  return shape;
}
