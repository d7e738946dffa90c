import { isPlainObject } from '../../core/json.ts';
import type { JsonSchemaSource } from '../schema.ts';
import { readRules, typesOf, type JsonType } from './document-rules.ts';
import type { Check, NodeMeta, NodeShape, Plan, PlanNode } from './node.ts';
import { resolvePointer } from './resolve-pointer.ts';

export type Document = JsonSchemaSource['document'];

/** Judges a value against a part of the document, for rules that a plan cannot say. */
export type Judge = (part: Document, value: unknown) => boolean;

export interface DocumentReading {
  root: Document;
  judge: Judge;
  nodes: Map<object, PlanNode>;
  read(part: unknown): PlanNode;
}

/** Reads a JSON Schema document (2020-12 or draft-7) into a plan. */
export function planFromDocument(root: Document, judge: Judge): Plan {
  const reading: DocumentReading = {
    root,
    judge,
    nodes: new Map(),
    read: (part) => readPart(part, reading),
  };
  return { root: reading.read(root), asynchronous: 'never' };
}

function leaf(kind: 'unknown' | 'never'): PlanNode {
  return { kind, checks: [], meta: {} };
}

function readPart(part: unknown, reading: DocumentReading): PlanNode {
  if (part === false) return leaf('never');
  if (!isPlainObject(part)) return leaf('unknown');
  const known = reading.nodes.get(part);
  if (known !== undefined) return known;
  const node = leaf('unknown');
  reading.nodes.set(part, node);
  const sides = readSides(part, reading);
  const [first, ...others] = sides;
  const joined = others.reduce<PlanNode>(
    (left, right) => ({ kind: 'intersection', left, right, checks: [], meta: {} }),
    first ?? leaf('unknown'),
  );
  // The node was handed out already where the document refers to itself, so it is filled in place.
  Object.assign(node, joined, {
    checks: [...joined.checks, ...codeChecks(part, reading)],
    meta: readMeta(part),
  });
  return node;
}

/** The parts that must all hold: the keywords beside each other are an intersection. */
function readSides(part: Record<string, unknown>, reading: DocumentReading): PlanNode[] {
  const sides: PlanNode[] = [];
  const add = (shape: NodeShape): void => void sides.push({ ...shape, checks: [], meta: {} });
  const values = literalValues(part);
  if (values)
    add({
      kind: 'literal',
      values: values.filter((value) => fitsType(value, part) && reading.judge(part, value)),
    });
  else {
    const own = readRules(part, reading);
    if (own !== undefined) sides.push(own);
  }
  if (typeof part.$ref === 'string') {
    const target = resolvePointer(reading.root, part.$ref);
    if (target === undefined) sides.push(leaf('unknown'));
    else add({ kind: 'lazy', inner: reading.read(target) });
  }
  if (Array.isArray(part.allOf)) sides.push(...part.allOf.map(reading.read));
  for (const [keyword, mode] of [
    ['anyOf', 'any'],
    ['oneOf', 'one'],
  ] as const) {
    const options: unknown = part[keyword];
    if (Array.isArray(options)) {
      add({ kind: 'union', options: options.map(reading.read), mode, discriminator: undefined });
    }
  }
  return sides;
}

function literalValues(part: Record<string, unknown>): unknown[] | undefined {
  if ('const' in part) return [part.const];
  return Array.isArray(part.enum) ? part.enum : undefined;
}

function fitsType(value: unknown, part: Record<string, unknown>): boolean {
  const types = typesOf(part);
  return types === undefined || types.some((type) => isOfType(value, type));
}

function isOfType(value: unknown, type: JsonType): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isPlainObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

const codeKeywords = ['not', 'if', 'contains', 'dependentRequired', 'dependentSchemas', 'dependencies'];

/** Keywords that are kept as rules to run: a negation, a condition, a dependency. */
function codeChecks(part: Record<string, unknown>, reading: DocumentReading): Check[] {
  return codeKeywords
    .filter((keyword) => keyword in part)
    .map((keyword): Check => {
      const own: Record<string, unknown> = { [keyword]: part[keyword] };
      if (keyword === 'if') Object.assign(own, pick(part, ['then', 'else']));
      if (keyword === 'contains') Object.assign(own, pick(part, ['minContains', 'maxContains']));
      return {
        check: 'custom',
        label: keyword,
        asynchronous: false,
        test: (value) => reading.judge(own, value),
      };
    });
}

function pick(part: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.filter((key) => key in part).map((key) => [key, part[key]]));
}

function readMeta(part: Record<string, unknown>): NodeMeta {
  const meta: NodeMeta = {};
  if (typeof part.title === 'string') meta.title = part.title;
  if (typeof part.description === 'string') meta.description = part.description;
  if (Array.isArray(part.examples)) meta.examples = part.examples;
  if (part.deprecated === true) meta.deprecated = true;
  if (part.sensitive === true || part['x-sensitive'] === true || part.format === 'password')
    meta.sensitive = true;
  return meta;
}
