import { isEqual } from '../../core/canonical.ts';
import { setOwn } from '../../core/json.ts';
import { plain, type Exporting, type JsonObject } from './exporting.ts';
import type { ObjectShape, PlanNode, WrapperShape } from '../plan/node.ts';

/** What JSON Schema says of the kind of a node, without its checks. */
export function exportShape(node: PlanNode, exporting: Exporting): JsonObject {
  switch (node.kind) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return { type: node.kind };
    case 'any':
    case 'unknown':
      return {};
    case 'never':
      return { not: {} };
    case 'literal':
      return exportLiteral(node.values, exporting);
    case 'array':
      return { type: 'array', items: exporting.child(node.element, '*') };
    case 'tuple': {
      const prefixItems = node.items.map((item, index) => exporting.child(item, String(index)));
      const items = node.rest ? exporting.child(node.rest, '*') : false;
      return { type: 'array', prefixItems, items, ...(node.minimum > 0 && { minItems: node.minimum }) };
    }
    case 'object':
      return exportObject(node, exporting);
    case 'record':
      return exportRecord(node, exporting);
    case 'union':
    case 'intersection':
    case 'pipe':
      return exportChoice(node, exporting);
    case 'template':
      return { type: 'string', pattern: node.pattern.source };
    case 'transform':
    case 'custom':
      exporting.note('code decides what is accepted', 'rule');
      return {};
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'lazy':
      return exportWrapper(node, exporting);
    default:
      return exportForeign(node, exporting);
  }
}

function exportChoice(
  node: PlanNode & { kind: 'union' | 'intersection' | 'pipe' },
  exporting: Exporting,
): JsonObject {
  if (node.kind === 'intersection')
    return { allOf: [exporting.child(node.left), exporting.child(node.right)] };
  // What a preprocessing function takes is unknown; what it aims at is the best that can be told.
  if (node.kind === 'pipe') return exporting.child(node.how === 'preprocess' ? node.to : node.from);
  const options = node.options.map((option) => exporting.child(option));
  return node.mode === 'one' ? { oneOf: options } : { anyOf: options };
}

function exportForeign(node: PlanNode, exporting: Exporting): JsonObject {
  if (node.kind === 'date' && node.coerce === true) return { type: 'string', format: 'date-time' };
  if (node.kind === 'bigint' && node.coerce === true) return { type: 'integer' };
  exporting.note(`JSON has no ${node.kind}`, 'type');
  return {};
}

function exportLiteral(values: readonly unknown[], exporting: Exporting): JsonObject {
  const sayable = values.filter(
    (value) =>
      value === null ||
      ['string', 'boolean'].includes(typeof value) ||
      (typeof value === 'number' && Number.isFinite(value)),
  );
  for (const value of values) {
    if (!sayable.includes(value)) exporting.note(`JSON has no ${typeof value} literal`, 'type');
  }
  const types = [...new Set(sayable.map((value) => (value === null ? 'null' : typeof value)))];
  const type = types.length === 1 ? { type: types[0] } : {};
  if (sayable.length === 1 && values.length === 1) return { ...type, const: sayable[0] };
  return sayable.length === 0 ? {} : { ...type, enum: sayable };
}

function exportObject(node: ObjectShape, exporting: Exporting): JsonObject {
  const properties: JsonObject = {};
  for (const { key, node: child } of node.properties) setOwn(properties, key, exporting.child(child, key));
  const required = node.properties.filter((property) => property.required).map((property) => property.key);
  const result: JsonObject = { type: 'object', properties };
  if (required.length > 0) result.required = required;
  if (node.patterns && node.patterns.length > 0) {
    result.patternProperties = Object.fromEntries(
      node.patterns.map(({ pattern, node: child }) => [pattern.source, exporting.child(child, '*')]),
    );
  }
  if (node.names) result.propertyNames = exporting.child(node.names);
  if (node.rest === 'strict') result.additionalProperties = false;
  else if (typeof node.rest === 'object') result.additionalProperties = exporting.child(node.rest, '*');
  return result;
}

function exportRecord(node: PlanNode & { kind: 'record' }, exporting: Exporting): JsonObject {
  const result: JsonObject = { type: 'object' };
  const names = exporting.child(node.key);
  const value = exporting.child(node.value, '*');
  if (node.mode === 'loose') {
    return typeof names.pattern === 'string'
      ? { ...result, patternProperties: { [names.pattern]: value } }
      : result;
  }
  // Keys are strings in JSON; a rule for numbers would refuse all of them.
  const saysMore = Object.keys(names).length > (names.type === undefined ? 0 : 1);
  if (saysMore && (names.type === 'string' || names.type === undefined)) result.propertyNames = names;
  if (node.key.kind === 'literal' && node.mode === 'strict') result.required = node.key.values.map(String);
  return { ...result, additionalProperties: value };
}

function exportWrapper(node: WrapperShape, exporting: Exporting): JsonObject {
  const inner = exporting.child(node.inner);
  switch (node.kind) {
    case 'nullable':
      return { anyOf: [inner, { type: 'null' }] };
    case 'default':
    case 'prefault': {
      const value = readDefault(node);
      return value === undefined ? inner : { ...inner, default: value };
    }
    default:
      return inner;
  }
}

function readDefault(node: WrapperShape): unknown {
  try {
    const value = node.value?.();
    const stored = plain(value);
    // A default that JSON cannot hold would tell a model a value that the schema does not take.
    return value !== undefined && isEqual(stored, value) ? stored : undefined;
  } catch {
    return undefined;
  }
}
