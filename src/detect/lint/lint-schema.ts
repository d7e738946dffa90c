import type { PlanNode } from '../../schema/plan/node.ts';
import type { Tool } from '../../tool/tool.ts';
import { isTyped, listFields, type JsonField } from './json-fields.ts';
import type { Lint } from './lint.ts';

/** What a model is not told by a tool's input schema, or is told in a form that providers refuse. */
export function lintSchema(tool: Tool): Lint[] {
  const { schema, unrepresentable } = tool.inputSchema.toJsonSchema();
  const fields = listFields(schema);
  const lints: (Lint | undefined)[] = unrepresentable.map(({ path, reason, kind }) => ({
    ruleId: 'schema/unrepresentable',
    severity: kind === 'type' ? 'error' : 'info',
    text: `has an input that JSON Schema cannot say${path === '' ? '' : ` at ${path}`}: ${reason}`,
    evidence: { path, reason, kind },
    fix: 'Take a value that JSON has (a text for a date, for example) and turn it with a transform, or tell it in the description.',
  }));
  lints.push(
    lintRoot(schema),
    lintUndescribed(fields),
    lintUntyped(fields, schema),
    lintDefaults(tool, fields),
  );
  return lints.filter((lint) => lint !== undefined);
}

function lintRoot(schema: Record<string, unknown>): Lint | undefined {
  if (schema.type === 'object') return undefined;
  return {
    ruleId: 'schema/not-an-object',
    severity: 'warning',
    text: 'takes an input whose schema is not of type object, which providers of models refuse',
    evidence: { type: schema.type ?? null },
    fix: 'Wrap the input in z.object({ … }).',
  };
}

function lintUndescribed(fields: readonly JsonField[]): Lint | undefined {
  const paths = fields
    .filter(({ schema }) => !hasText(schema.description) && !hasText(schema.title))
    .map((field) => field.path);
  if (paths.length === 0) return undefined;
  return {
    ruleId: 'tool/undescribed-field',
    severity: 'info',
    text: `does not describe ${listPaths(paths)}, so a model has to guess what belongs there`,
    evidence: { paths },
    fix: 'Add .describe("…") to each: what it is, its unit, an example.',
  };
}

function lintUntyped(fields: readonly JsonField[], schema: Record<string, unknown>): Lint | undefined {
  const paths = fields.filter((field) => !isTyped(field)).map((field) => field.path);
  if (paths.length === 0 || schema.type !== 'object') return undefined;
  return {
    ruleId: 'schema/untyped-field',
    severity: 'warning',
    text: `takes any value in ${listPaths(paths)}, and some providers refuse a tool with a field without a type`,
    evidence: { paths },
    fix: 'Say what the field takes, z.string() or z.object({ … }) for example.',
  };
}

function lintDefaults(tool: Tool, fields: readonly JsonField[]): Lint | undefined {
  const told = new Set(
    fields.filter(({ schema }) => Object.hasOwn(schema, 'default')).map((field) => field.path),
  );
  const paths = findDefaults(tool.inputSchema.plan().root).filter((path) => !told.has(path));
  if (paths.length === 0) return undefined;
  return {
    ruleId: 'schema/default-lost',
    severity: 'info',
    text: `has a default in ${listPaths(paths)} that JSON Schema does not carry, so a model does not know it`,
    evidence: { paths },
    fix: 'Use .prefault(value), or name the default in the description.',
  };
}

/** The fields of the top-level object that have a default. */
function findDefaults(root: PlanNode): string[] {
  let node = root;
  while ('inner' in node && node.kind !== 'lazy') node = node.inner;
  if (node.kind !== 'object') return [];
  return node.properties.filter(({ node: field }) => hasDefault(field)).map(({ key }) => key);
}

function hasDefault(node: PlanNode): boolean {
  if (node.kind === 'default' || node.kind === 'prefault') return true;
  return 'inner' in node && node.kind !== 'lazy' && hasDefault(node.inner);
}

function listPaths(paths: readonly string[]): string {
  const shown = paths.slice(0, 5).join(', ');
  return paths.length > 5 ? `${shown} and ${paths.length - 5} more` : shown;
}

function hasText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}
