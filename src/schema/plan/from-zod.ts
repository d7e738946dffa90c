import { globalRegistry, type $ZodType, type $ZodTypes } from 'zod/v4/core';
import { isPlainObject } from '../../core/json.ts';
import type { NodeMeta, NodeShape, Plan, PlanNode, WrapperKind } from './node.ts';
import { isAsyncFunction, readChecks } from './zod-checks.ts';

/** A lazy schema that makes new schemas for ever is cut here. */
const MAX_LAZY = 64;

interface Reading {
  nodes: Map<$ZodType, PlanNode>;
  lazies: number;
  asynchronous: Plan['asynchronous'];
  /** What can be told only when all nodes are filled. */
  finish: (() => void)[];
}

/** Reads a zod 4 schema into a plan, from `_zod.def` alone (`_zod.bag` is filled in some versions only). */
export function planFromZod(schema: $ZodType): Plan {
  const reading: Reading = { nodes: new Map(), lazies: 0, asynchronous: 'never', finish: [] };
  const root = readNode(schema, reading);
  for (const finish of reading.finish) finish();
  return { root, asynchronous: reading.asynchronous };
}

function readNode(schema: $ZodType, reading: Reading): PlanNode {
  const known = reading.nodes.get(schema);
  if (known !== undefined) return known;
  // Registered before it is filled, so that a schema that contains itself ends here.
  const node = { kind: 'unknown', checks: [], meta: {} } as PlanNode;
  reading.nodes.set(schema, node);
  const toNode = (inner: $ZodType): PlanNode => readNode(inner, reading);
  Object.assign(node, readShapeSafely(schema as $ZodTypes, toNode, reading));
  node.meta = readMeta(schema);
  node.accepts = (value) => accepts(schema, value);
  node.checks = readChecks(schema, toNode);
  reading.finish.push(() => {
    if (node.kind === 'tuple') node.minimum = node.items.findLastIndex((item) => !acceptsAbsence(item)) + 1;
    if (node.kind !== 'object') return;
    for (const property of node.properties) property.required = !acceptsAbsence(property.node);
  });
  for (const check of node.checks) {
    if (check.check === 'custom') note(reading, check.asynchronous ? 'always' : 'maybe');
  }
  return node;
}

function accepts(schema: $ZodType, value: unknown): boolean | undefined {
  try {
    const payload = schema._zod.run({ value, issues: [] }, { async: false });
    return payload instanceof Promise ? undefined : payload.issues.length === 0;
  } catch (thrown) {
    return thrown instanceof Error && /promise during synchronous parse/i.test(thrown.message)
      ? undefined
      : false;
  }
}

function note(reading: Reading, level: 'always' | 'maybe'): void {
  if (reading.asynchronous !== 'always') reading.asynchronous = level;
}

/** A getter in a schema is the author's code and may throw; such a part is judged by running it only. */
function readShapeSafely(schema: $ZodTypes, toNode: ToNode, reading: Reading): NodeShape {
  try {
    return readShape(schema, toNode, reading);
  } catch {
    return { kind: 'custom' };
  }
}

type ToNode = (schema: $ZodType) => PlanNode;

function readShape(schema: $ZodTypes, toNode: ToNode, reading: Reading): NodeShape {
  const def = schema._zod.def;
  switch (def.type) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'date':
    case 'boolean':
      return { kind: def.type, coerce: (def as { coerce?: boolean }).coerce === true };
    case 'symbol':
    case 'undefined':
    case 'null':
    case 'void':
    case 'any':
    case 'unknown':
    case 'never':
    case 'nan':
    case 'file':
    case 'function':
    case 'custom':
      return { kind: def.type };
    case 'transform':
      note(reading, isAsyncFunction(def.transform) ? 'always' : 'maybe');
      return { kind: 'transform' };
    case 'literal':
      return { kind: 'literal', values: def.values };
    case 'enum':
      return { kind: 'literal', values: enumValues(def.entries) };
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'success':
    case 'promise':
    case 'lazy':
      return readWrapper(schema, def.type, toNode, reading);
    default:
      return readComposite(schema, toNode, reading);
  }
}

function readComposite(schema: $ZodTypes, toNode: ToNode, reading: Reading): NodeShape {
  const def = schema._zod.def;
  switch (def.type) {
    case 'array':
      return { kind: 'array', element: toNode(def.element) };
    case 'set':
      return { kind: 'set', element: toNode(def.valueType) };
    case 'map':
      return { kind: 'map', key: toNode(def.keyType), value: toNode(def.valueType) };
    case 'tuple':
      return readTuple(def.items as readonly $ZodType[], def.rest as $ZodType | null, toNode);
    case 'object':
      return readObject(def.shape, def.catchall as $ZodTypes | undefined, toNode);
    case 'record': {
      const { partial, mode } = def as { partial?: boolean; mode?: string };
      const how =
        mode === 'loose' ? 'loose' : partial === true || hasNoValues(def.keyType) ? 'partial' : 'strict';
      return { kind: 'record', key: toNode(def.keyType), value: toNode(def.valueType), mode: how };
    }
    case 'union': {
      const { discriminator, inclusive } = def as { discriminator?: string; inclusive?: boolean };
      const mode = inclusive === false && discriminator === undefined ? 'one' : 'any';
      return {
        kind: 'union',
        options: (def.options as readonly $ZodType[]).map(toNode),
        mode,
        discriminator,
      };
    }
    case 'intersection':
      return { kind: 'intersection', left: toNode(def.left), right: toNode(def.right) };
    case 'pipe':
      return readPipe(schema, toNode, reading);
    case 'template_literal': {
      const parts = def.parts.map((part) =>
        typeof part === 'object' && part !== null ? toNode(part as $ZodType) : String(part ?? ''),
      );
      return { kind: 'template', parts, pattern: (schema._zod as unknown as { pattern: RegExp }).pattern };
    }
    default:
      // A kind of a zod newer than this code: nothing is known but that its own code can judge.
      return { kind: 'custom' };
  }
}

function readPipe(schema: $ZodType, toNode: ToNode, reading: Reading): NodeShape {
  const def = schema._zod.def as unknown as { in: $ZodType; out: $ZodType; transform?: unknown };
  const codec = typeof def.transform === 'function';
  if (codec) note(reading, isAsyncFunction(def.transform) ? 'always' : 'maybe');
  const how = codec ? 'codec' : def.in._zod.def.type === 'transform' ? 'preprocess' : 'pipe';
  const words = codec ? stringBoolWords(schema, def) : undefined;
  if (words) {
    return {
      kind: 'pipe',
      how,
      from: { kind: 'literal', values: words, checks: [], meta: {} },
      to: toNode(def.out),
    };
  }
  return { kind: 'pipe', how, from: toNode(def.in), to: toNode(def.out) };
}

function readTuple(types: readonly $ZodType[], rest: $ZodType | null, toNode: ToNode): NodeShape {
  const items = types.map(toNode);
  return { kind: 'tuple', items, rest: rest ? toNode(rest) : undefined, minimum: items.length };
}

/** The words of `z.stringbool()`: no definition holds them, but the issue of a refused word does. */
function stringBoolWords(schema: $ZodType, def: { in: $ZodType; out: $ZodType }): unknown[] | undefined {
  if (def.in._zod.def.type !== 'string' || def.out._zod.def.type !== 'boolean') return undefined;
  try {
    const payload = schema._zod.run({ value: '\u0000', issues: [] }, { async: false });
    if (payload instanceof Promise) return undefined;
    const [issue] = payload.issues as { code?: string; values?: unknown[] }[];
    return issue?.code === 'invalid_value' && Array.isArray(issue.values) ? issue.values : undefined;
  } catch {
    return undefined;
  }
}

function readObject(
  shape: Record<string, $ZodType>,
  catchall: $ZodTypes | undefined,
  toNode: ToNode,
): NodeShape {
  const properties = Object.keys(shape).map((key) => ({ key, node: toNode(shape[key]!), required: true }));
  const type = catchall?._zod.def.type;
  if (type === undefined) return { kind: 'object', properties, rest: 'strip' };
  if (type === 'never') return { kind: 'object', properties, rest: 'strict' };
  if (type === 'unknown' || type === 'any') return { kind: 'object', properties, rest: 'loose' };
  return { kind: 'object', properties, rest: toNode(catchall!) };
}

/** Tells whether a key with this schema may be missing. */
function acceptsAbsence(node: PlanNode): boolean {
  const seen = new Set<PlanNode>();
  let current = node;
  while (!seen.has(current)) {
    seen.add(current);
    if (['optional', 'default', 'prefault', 'catch'].includes(current.kind)) return true;
    if (current.kind === 'nullable' || current.kind === 'readonly' || current.kind === 'lazy') {
      current = current.inner;
    } else if (current.kind === 'pipe' && current.how !== 'preprocess') current = current.from;
    else if (current.kind === 'union') return current.options.some((option) => option.kind === 'optional');
    else return false;
  }
  return false;
}

function hasNoValues(key: $ZodType): boolean {
  return (key._zod as { values?: Set<unknown> }).values === undefined;
}

function readWrapper(schema: $ZodType, kind: WrapperKind, toNode: ToNode, reading: Reading): NodeShape {
  if (kind === 'promise') note(reading, 'always');
  if (kind === 'lazy') return readLazy(schema, toNode, reading);
  const def = schema._zod.def as unknown as { innerType: $ZodType; defaultValue?: unknown };
  const shape: NodeShape = { kind, inner: toNode(def.innerType) };
  if (kind === 'default' || kind === 'prefault') shape.value = () => def.defaultValue;
  if (schema._zod.traits.has('$ZodExactOptional')) shape.exact = true;
  return shape;
}

function readLazy(schema: $ZodType, toNode: ToNode, reading: Reading): NodeShape {
  if (reading.lazies >= MAX_LAZY) return { kind: 'custom' };
  reading.lazies++;
  const internals = schema._zod as unknown as { innerType?: $ZodType; def: { getter: () => $ZodType } };
  const inner = toNode(internals.innerType ?? internals.def.getter());
  reading.lazies--;
  return { kind: 'lazy', inner };
}

/** The values of an enum; the reverse mapping that TypeScript adds to numeric enums is left out. */
function enumValues(entries: Record<string, unknown>): unknown[] {
  const numeric = Object.values(entries).filter((value) => typeof value === 'number');
  const own = Object.entries(entries).filter(([key]) => !numeric.includes(Number(key)));
  return [...new Set(own.map(([, value]) => value))];
}

function readMeta(schema: $ZodType): NodeMeta {
  const own = (schema as { meta?: unknown }).meta;
  // Another copy of zod has another registry; the schema's own method knows its own.
  const found: unknown = typeof own === 'function' ? own.call(schema) : globalRegistry.get(schema);
  if (!isPlainObject(found)) return {};
  const { title, description, examples, deprecated, sensitive, touchstone, id: _, ...keywords } = found;
  const meta: NodeMeta = {};
  if (typeof title === 'string') meta.title = title;
  if (typeof description === 'string') meta.description = description;
  if (Array.isArray(examples)) meta.examples = examples;
  if (typeof deprecated === 'boolean') meta.deprecated = deprecated;
  if (sensitive === true) meta.sensitive = true;
  if (touchstone !== undefined) meta.touchstone = touchstone;
  if (Object.keys(keywords).length > 0) meta.keywords = keywords;
  return meta;
}
