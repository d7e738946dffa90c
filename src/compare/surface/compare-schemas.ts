import { canonicalJson } from '../../core/canonical.ts';
import { isPlainObject } from '../../core/json.ts';
import { formatPath } from '../../core/paths.ts';
import type { SurfaceChange, SurfaceImpact } from './surface-change.ts';

type Side = 'input' | 'output';
type Change = Omit<SurfaceChange, 'toolName'>;

interface Walk {
  side: Side;
  path: string[];
  changes: Change[];
}

type SchemaDocument = Record<string, unknown>;

const wordingKeys = new Set([
  'description',
  'title',
  'examples',
  'default',
  '$schema',
  '$id',
  '$comment',
  'deprecated',
]);

/**
 * Compares two JSON Schema documents of one side of a tool. On the input side it breaks callers to accept less than before;
 * on the output side it breaks readers to give more kinds of value, or less fields, than before.
 */
export function compareSchemas(golden: unknown, actual: unknown, side: Side): Change[] {
  const walk: Walk = { side, path: [`${side}Schema`], changes: [] };
  if (golden === undefined || actual === undefined) {
    if (golden !== actual) {
      note(walk, [], {
        expected: golden,
        actual,
        impact: golden === undefined ? 'compatible' : 'breaking',
        words: golden === undefined ? 'is declared now' : 'is no longer declared',
      });
    }
    return walk.changes;
  }
  compare(golden, actual, walk);
  return walk.changes;
}

function compare(before: unknown, now: unknown, walk: Walk): void {
  if (canonicalJson(before) === canonicalJson(now)) return;
  if (!isPlainObject(before) || !isPlainObject(now)) {
    note(walk, [], { expected: before, actual: now, impact: 'breaking', words: 'changed' });
    return;
  }
  const [golden, actual] = [withChoices(before), withChoices(now)];
  compareProperties(golden, actual, walk);
  for (const key of keysOf(golden, actual)) {
    if (key === 'properties' || key === 'required') continue;
    const [expected, value] = [golden[key], actual[key]];
    if (canonicalJson(expected) === canonicalJson(value)) continue;
    if (wordingKeys.has(key))
      note(walk, [key], { expected, actual: value, impact: 'wording', words: 'has other words' });
    else if (isNested(key) && isPlainObject(expected) && isPlainObject(value))
      descend(expected, value, walk, [key]);
    else compareKeyword(key, { expected, actual: value }, walk);
  }
}

// One constant is a choice of one.
function withChoices({ const: only, ...schema }: SchemaDocument): SchemaDocument {
  return only === undefined ? schema : { ...schema, enum: [only] };
}

function isNested(key: string): boolean {
  return key === 'items' || key === 'additionalProperties' || key === 'not';
}

function descend(expected: unknown, actual: unknown, walk: Walk, parts: string[]): void {
  compare(expected, actual, { ...walk, path: [...walk.path, ...parts] });
}

function compareProperties(golden: SchemaDocument, actual: SchemaDocument, walk: Walk): void {
  const [before, now] = [propertiesOf(golden), propertiesOf(actual)];
  const [needed, needs] = [requiredOf(golden), requiredOf(actual)];
  const input = walk.side === 'input';
  for (const name of keysOf(before, now)) {
    const parts = ['properties', name];
    if (!Object.hasOwn(before, name)) {
      const breaks = input && needs.has(name);
      note(walk, parts, {
        actual: now[name],
        impact: breaks ? 'breaking' : 'compatible',
        words: breaks ? 'is new and required' : 'is new',
      });
    } else if (!Object.hasOwn(now, name)) {
      note(walk, parts, { expected: before[name], impact: 'breaking', words: 'is gone' });
    } else {
      descend(before[name], now[name], walk, parts);
      if (needed.has(name) === needs.has(name)) continue;
      const breaks = input === needs.has(name);
      note(walk, parts, {
        expected: needed.has(name),
        actual: needs.has(name),
        impact: breaks ? 'breaking' : 'compatible',
        words: needs.has(name) ? 'is required now' : 'is optional now',
      });
    }
  }
}

function propertiesOf(schema: SchemaDocument): SchemaDocument {
  return isPlainObject(schema['properties']) ? schema['properties'] : {};
}

function requiredOf(schema: SchemaDocument): Set<unknown> {
  return new Set(Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : []);
}

/** Whether a greater value of a limit accepts more. */
const limits: Record<string, boolean> = {
  maximum: true,
  exclusiveMaximum: true,
  maxLength: true,
  maxItems: true,
  maxProperties: true,
  minimum: false,
  exclusiveMinimum: false,
  minLength: false,
  minItems: false,
  minProperties: false,
};

function compareKeyword(
  key: string,
  { expected, actual }: { expected: unknown; actual: unknown },
  walk: Walk,
): void {
  const wider = isWider(key, expected, actual);
  const impact =
    wider === undefined ? 'breaking' : wider === (walk.side === 'input') ? 'compatible' : 'breaking';
  const words = wider === undefined ? 'changed' : wider ? 'allows more' : 'allows less';
  note(walk, [key], { expected, actual, impact, words });
}

/** Whether the schema accepts more than before; undefined where that cannot be told. */
function isWider(key: string, expected: unknown, actual: unknown): boolean | undefined {
  if (Object.hasOwn(limits, key)) {
    if (expected === undefined || actual === undefined) return actual === undefined;
    return Number(actual) > Number(expected) === limits[key];
  }
  if (key === 'enum' || key === 'type') return isSuperset(expected, actual);
  if (key === 'additionalProperties') return actual !== false;
  // Any other rule that goes accepts more, one that comes accepts less.
  if (expected === undefined || actual === undefined) return actual === undefined;
  return undefined;
}

function isSuperset(expected: unknown, actual: unknown): boolean | undefined {
  if (expected === undefined || actual === undefined) return actual === undefined;
  const texts = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(canonicalJson);
  const [before, now] = [new Set(texts(expected)), new Set(texts(actual))];
  if ([...before].every((text) => now.has(text))) return true;
  return [...now].every((text) => before.has(text)) ? false : undefined;
}

function note(
  walk: Walk,
  parts: string[],
  change: { expected?: unknown; actual?: unknown; impact: SurfaceImpact; words: string },
): void {
  const path = formatPath([...walk.path, ...parts]);
  walk.changes.push({
    impact: change.impact,
    path,
    ...(change.expected !== undefined && { expected: change.expected }),
    ...(change.actual !== undefined && { actual: change.actual }),
    message: `${path} ${change.words}.`,
  });
}

function keysOf(left: SchemaDocument, right: SchemaDocument): string[] {
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].sort();
}
