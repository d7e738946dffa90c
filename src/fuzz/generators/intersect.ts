import type { ObjectShape, PlanNode, Property } from '../../schema/plan/node.ts';

const never = (): PlanNode => ({ kind: 'never', checks: [], meta: {} });

/** How deep recursive schemas are followed into each other. */
const MAX_DEPTH = 12;

/** One node whose values both nodes accept; narrower than their intersection where no simple node says it. */
export function intersectNodes(left: PlanNode, right: PlanNode, depth = 0): PlanNode {
  const [a, b] = [unwrap(left), unwrap(right)];
  if (a === b) return a;
  if (depth > MAX_DEPTH) return never();
  const join = (one: PlanNode, other: PlanNode): PlanNode => intersectNodes(one, other, depth + 1);
  if (isAny(a)) return withChecks(b, a);
  if (isAny(b)) return withChecks(a, b);
  const split = spread(a, b, join) ?? spread(b, a, join);
  if (split !== undefined) return split;
  if (a.kind === 'literal') return keepFitting(a, b);
  if (b.kind === 'literal') return keepFitting(b, a);
  if (a.kind === 'intersection') return join(join(a.left, a.right), b);
  if (b.kind === 'intersection') return join(a, join(b.left, b.right));
  if (a.kind === 'pipe') return join(a.how === 'preprocess' ? a.to : a.from, b);
  if (b.kind === 'pipe') return join(a, b.how === 'preprocess' ? b.to : b.from);
  if (a.kind === 'object' && b.kind === 'object')
    return { ...joinObjects(a, b, join), checks: [...a.checks, ...b.checks], meta: a.meta };
  if (a.kind === 'object' && b.kind === 'record') return joinRecord(a, b, join);
  if (a.kind === 'record' && b.kind === 'object') return joinRecord(b, a, join);
  return joinSameKind(a, b, join);
}

type Join = (left: PlanNode, right: PlanNode) => PlanNode;

function unwrap(node: PlanNode): PlanNode {
  let current = node;
  for (let steps = 0; steps < 100; steps++) {
    if (current.kind === 'lazy' || current.kind === 'readonly' || current.kind === 'catch')
      current = current.inner;
    else break;
  }
  return current;
}

function isAny(node: PlanNode): boolean {
  return node.kind === 'any' || node.kind === 'unknown' || node.kind === 'transform';
}

function withChecks(node: PlanNode, other: PlanNode): PlanNode {
  return other.checks.length === 0 ? node : { ...node, checks: [...node.checks, ...other.checks] };
}

/** Options on one side: each is joined with the other side. */
function spread(a: PlanNode, b: PlanNode, join: Join): PlanNode | undefined {
  const union = (options: PlanNode[]): PlanNode => ({
    kind: 'union',
    options: options.filter((option) => option.kind !== 'never'),
    mode: 'any',
    discriminator: undefined,
    checks: a.checks,
    meta: a.meta,
  });
  const leaf = (kind: 'null' | 'undefined'): PlanNode => ({ kind, checks: [], meta: {} });
  if (a.kind === 'union') return union(a.options.map((option) => join(option, b)));
  if (a.kind === 'nullable') return union([join(leaf('null'), b), join(a.inner, b)]);
  if (a.kind === 'optional' || a.kind === 'default' || a.kind === 'prefault') {
    return union([...(a.exact === true ? [] : [join(leaf('undefined'), b)]), join(a.inner, b)]);
  }
  return undefined;
}

function keepFitting(literal: PlanNode & { kind: 'literal' }, other: PlanNode): PlanNode {
  const fits = (value: unknown): boolean => other.accepts?.(value) !== false && kindFits(value, other);
  return { ...literal, values: literal.values.filter(fits) };
}

function kindFits(value: unknown, node: PlanNode): boolean {
  switch (node.kind) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'bigint':
      return typeof value === node.kind;
    case 'null':
      return value === null;
    case 'undefined':
    case 'void':
      return value === undefined;
    case 'literal':
      return node.values.includes(value);
    default:
      return true;
  }
}

function joinSameKind(a: PlanNode, b: PlanNode, join: Join): PlanNode {
  const checks = [...a.checks, ...b.checks];
  const { meta } = a;
  if ((a.kind === 'array' || a.kind === 'set') && a.kind === b.kind) {
    return { kind: a.kind, element: join(a.element, (b as typeof a).element), checks, meta };
  }
  if (a.kind === 'tuple' && b.kind === 'array') return joinTuple(a, b, join);
  if (a.kind === 'array' && b.kind === 'tuple') return joinTuple(b, a, join);
  if (a.kind === 'tuple' && b.kind === 'tuple') {
    const length = Math.max(a.items.length, b.items.length);
    const items = Array.from({ length }, (_, index) => {
      const [one, other] = [a.items[index] ?? a.rest, b.items[index] ?? b.rest];
      return one && other ? join(one, other) : never();
    });
    const rest = a.rest && b.rest ? join(a.rest, b.rest) : undefined;
    return { kind: 'tuple', items, rest, minimum: Math.max(a.minimum, b.minimum), checks, meta };
  }
  if (a.kind === 'record' && b.kind === 'record') {
    return {
      kind: 'record',
      key: join(a.key, b.key),
      value: join(a.value, b.value),
      mode: a.mode,
      checks,
      meta,
    };
  }
  if (a.kind === 'map' && b.kind === 'map') {
    return { kind: 'map', key: join(a.key, b.key), value: join(a.value, b.value), checks, meta };
  }
  if (a.kind === 'template' && b.kind === 'string') return { ...a, checks };
  if (a.kind === 'string' && b.kind === 'template') return { ...b, checks };
  const [kindA, kindB] = [a.kind === 'void' ? 'undefined' : a.kind, b.kind === 'void' ? 'undefined' : b.kind];
  if (kindA !== kindB) return never();
  return { ...a, checks } as PlanNode;
}

function joinTuple(
  tuple: PlanNode & { kind: 'tuple' },
  array: PlanNode & { kind: 'array' },
  join: Join,
): PlanNode {
  return {
    ...tuple,
    items: tuple.items.map((item) => join(item, array.element)),
    rest: tuple.rest && join(tuple.rest, array.element),
    checks: [...tuple.checks, ...array.checks],
  };
}

function joinObjects(a: ObjectShape, b: ObjectShape, join: Join): ObjectShape {
  const keys = new Set([...a.properties, ...b.properties].map((property) => property.key));
  const properties = [...keys].flatMap((key): Property[] => {
    const [one, other] = [a, b].map((side) => side.properties.find((property) => property.key === key));
    if (one && other)
      return [{ key, node: join(one.node, other.node), required: one.required || other.required }];
    const only = (one ?? other)!;
    const { rest } = one ? b : a;
    if (rest === 'strict') return only.required ? [{ ...only, node: never() }] : [];
    return [typeof rest === 'object' ? { ...only, node: join(only.node, rest) } : only];
  });
  const patterns = [...(a.patterns ?? []), ...(b.patterns ?? [])];
  const names = a.names && b.names ? join(a.names, b.names) : (a.names ?? b.names);
  return {
    kind: 'object',
    properties,
    rest: joinRest(a.rest, b.rest, join),
    ...(patterns.length > 0 && { patterns }),
    ...(names && { names }),
  };
}

function joinRest(a: ObjectShape['rest'], b: ObjectShape['rest'], join: Join): ObjectShape['rest'] {
  if (typeof a === 'object') return typeof b === 'object' ? join(a, b) : b === 'strict' ? b : a;
  if (typeof b === 'object') return a === 'strict' ? a : b;
  // Only declared keys: the sides of zod's intersection judge each other's keys, so none is added.
  if (a === 'strict' || b === 'strict') return 'strict';
  return a === 'loose' && b === 'loose' ? 'loose' : 'strip';
}

function joinRecord(
  object: PlanNode & ObjectShape,
  record: PlanNode & { kind: 'record' },
  join: Join,
): PlanNode {
  return {
    ...object,
    properties: object.properties.map((property) => ({
      ...property,
      node: join(property.node, record.value),
    })),
    rest: object.rest === 'strict' ? 'strict' : record.value,
    names: record.key,
    checks: [...object.checks, ...record.checks],
  };
}
