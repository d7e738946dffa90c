import { createHash } from 'node:crypto';
import { canonicalJson } from '../../core/canonical.ts';
import type { Check, ObjectShape, PlanNode } from './node.ts';
import { isDomainPattern } from './zod-checks.ts';

interface Walk {
  /** The nodes that the walk is inside of, with their depth. */
  open: Map<PlanNode, number>;
  /** Texts of nodes that refer to nothing above them, so that shared parts are described once. */
  closed: Map<PlanNode, string>;
}

/** What a node says, and how far up its references reach (`Infinity` when it has none). */
interface Described {
  text: string;
  reach: number;
}

/**
 * The fingerprint of a plan: equal for equal contracts, whatever version of zod made them and in whatever way they were
 * written (`z.int()` or `z.number().int()`); titles, descriptions and examples do not count.
 */
export function hashPlan(root: PlanNode): string {
  const { text } = describe(root, { open: new Map(), closed: new Map() });
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function describe(given: PlanNode, walk: Walk): Described {
  const node = skipLazy(given);
  const closed = walk.closed.get(node);
  if (closed !== undefined) return { text: closed, reach: Infinity };
  const depth = walk.open.get(node);
  // Counted from the inside, so that the text of a part does not depend on where it is used.
  if (depth !== undefined) return { text: `^${walk.open.size - depth}`, reach: depth };
  const own = walk.open.size;
  walk.open.set(node, own);
  let reach = Infinity;
  const inner = (child: PlanNode): string => {
    const described = describe(child, walk);
    reach = Math.min(reach, described.reach);
    return described.text;
  };
  const checks = describeChecks(node.checks, inner);
  const text = shorten(`${describeShape(node, inner)}${checks.length > 0 ? `{${checks.join()}}` : ''}`);
  walk.open.delete(node);
  if (reach >= own) walk.closed.set(node, text);
  return { text, reach: reach >= own ? Infinity : reach };
}

// Long texts are replaced by their digest; otherwise shared parts would make the text grow exponentially.
function shorten(text: string): string {
  return text.length < 200 ? text : `#${createHash('sha256').update(text).digest('base64')}`;
}

function skipLazy(node: PlanNode): PlanNode {
  const seen = new Set<PlanNode>();
  let current = node;
  while (current.kind === 'lazy' && !seen.has(current)) {
    seen.add(current);
    current = current.inner;
  }
  return current;
}

function describeShape(node: PlanNode, inner: (child: PlanNode) => string): string {
  switch (node.kind) {
    case 'literal':
      return `literal(${node.values.map(print).sort().join()})`;
    case 'array':
    case 'set':
      return `${node.kind}(${inner(node.element)})`;
    case 'tuple':
      return `tuple(${node.items.map(inner).join()};${node.rest ? inner(node.rest) : ''};${node.minimum})`;
    case 'object':
      return describeObject(node, inner);
    case 'record':
      return `record(${inner(node.key)};${inner(node.value)};${node.mode})`;
    case 'map':
      return `map(${inner(node.key)};${inner(node.value)})`;
    case 'union':
      return `union(${node.options.map(inner).join('|')};${node.mode};${node.discriminator ?? ''})`;
    case 'intersection':
      return `intersection(${inner(node.left)}&${inner(node.right)})`;
    case 'pipe':
      return `${node.how}(${inner(node.from)}>${inner(node.to)})`;
    case 'template':
      return `template(${node.parts.map((part) => (typeof part === 'string' ? print(part) : inner(part))).join()})`;
    case 'default':
    case 'prefault':
      return `${node.kind}(${inner(node.inner)};${printDefault(node.value)})`;
    case 'optional':
      return `optional(${inner(node.inner)};${node.exact === true ? 'exact' : ''})`;
    case 'nullable':
    case 'nonoptional':
    case 'catch':
    case 'readonly':
    case 'success':
    case 'promise':
    case 'lazy':
      return `${node.kind}(${inner(node.inner)})`;
    default:
      return node.coerce === true ? `coerce:${node.kind}` : node.kind;
  }
}

function describeObject(node: ObjectShape, inner: (child: PlanNode) => string): string {
  const properties = node.properties.map(
    ({ key, node: child, required }) => `${print(key)}${required ? '' : '?'}:${inner(child)}`,
  );
  const rest = typeof node.rest === 'string' ? node.rest : inner(node.rest);
  const patterns = (node.patterns ?? []).map(
    ({ pattern, node: child }) => `${String(pattern)}:${inner(child)}`,
  );
  const names = node.names ? inner(node.names) : '';
  return `object(${properties.sort().join()};${rest};${patterns.sort().join()};${names})`;
}

function describeChecks(checks: readonly Check[], inner: (child: PlanNode) => string): string[] {
  const texts = checks.map((check) => describeCheck(check, inner));
  // Only a check that changes the value makes the order matter.
  return checks.some((check) => check.check === 'overwrite') ? texts : [...new Set(texts)].sort();
}

function describeCheck(check: Check, inner: (child: PlanNode) => string): string {
  switch (check.check) {
    case 'greater_than':
    case 'less_than':
      return `${check.check}:${print(check.value)}:${check.inclusive}`;
    case 'multiple_of':
      return `multiple_of:${print(check.value)}`;
    case 'number_format':
    case 'bigint_format':
      return `format:${check.format}`;
    case 'starts_with':
    case 'ends_with':
      return `${check.check}:${print(check.text)}`;
    case 'includes':
      return `includes:${print(check.text)}:${check.position ?? ''}`;
    case 'regex':
      return `regex:${String(check.pattern)}`;
    case 'format': {
      const pattern = check.ownPattern ? String(check.pattern) : '';
      return `format:${check.name}:${pattern}:${printOptions(check.options)}`;
    }
    case 'overwrite':
      return `overwrite:${check.change}`;
    case 'property':
      return `property:${print(check.key)}:${inner(check.node)}`;
    case 'mime_type':
      return `mime:${[...check.types].sort().join()}`;
    case 'custom':
      return 'custom';
    case 'lowercase':
    case 'uppercase':
    case 'unique':
      return check.check;
    default:
      return `${check.check}:${check.value}`;
  }
}

function printOptions(options: Record<string, unknown>): string {
  const texts = Object.keys(options).map((key) => {
    const value = options[key];
    if (value instanceof RegExp) return `${key}=${isDomainPattern(value) ? 'domain' : String(value)}`;
    return `${key}=${print(value)}`;
  });
  return texts.sort().join();
}

/** A default that is the same every time; one that is made anew (an id, a time) is only named. */
function printDefault(read: (() => unknown) | undefined): string {
  if (read === undefined) return '';
  try {
    const first = print(read());
    return first === print(read()) && !looksLikeNow(first) ? first : 'dynamic';
  } catch {
    return 'dynamic';
  }
}

const DAY_MS = 86_400_000;

function looksLikeNow(text: string): boolean {
  const year = new Date().getUTCFullYear();
  const time = /\b\d{4}-\d\d-\d\dT[\d:.]+Z?/.exec(text)?.[0];
  const near = (ms: number): boolean => Math.abs(ms - Date.now()) < DAY_MS;
  if (time !== undefined && time.startsWith(String(year))) return near(Date.parse(time));
  return /^\d{13}$/.test(text) && near(Number(text));
}

function print(value: unknown): string {
  return typeof value === 'bigint' ? `${value}n` : canonicalJson(value);
}
