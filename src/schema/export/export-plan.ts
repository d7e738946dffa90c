import { setOwn } from '../../core/json.ts';
import type { JsonSchemaExport, Unrepresentable } from '../schema.ts';
import { exportChecks } from './export-checks.ts';
import { exportShape } from './export-shape.ts';
import { plain, type Exporting, type JsonObject } from './exporting.ts';
import type { NodeMeta, PlanNode } from '../plan/node.ts';

interface Walk {
  path: string[];
  open: Set<PlanNode>;
  /** Nodes that contain themselves, with the name they have in `$defs`. */
  names: Map<PlanNode, string>;
  definitions: JsonObject;
  unrepresentable: Map<string, Unrepresentable>;
}

/**
 * The input side of a plan as JSON Schema 2020-12, with descriptions. What cannot be said is left open and listed;
 * a wider schema is the honest choice, since the parse still guards the tool.
 */
export function exportPlan(root: PlanNode): JsonSchemaExport {
  const walk: Walk = {
    path: [],
    open: new Set(),
    names: new Map(),
    definitions: {},
    unrepresentable: new Map(),
  };
  const body = exportNode(root, walk);
  const schema: JsonObject = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...body };
  if (walk.names.size > 0) schema.$defs = walk.definitions;
  return { schema, unrepresentable: [...walk.unrepresentable.values()] };
}

function exportNode(node: PlanNode, walk: Walk): JsonObject {
  if (node.kind === 'lazy') return exportLazy(node.inner, walk);
  const name = walk.names.get(node);
  if (name !== undefined) return { $ref: `#/$defs/${name}` };
  if (walk.open.has(node)) return { $ref: `#/$defs/${nameNode(node, walk)}` };
  walk.open.add(node);
  const exporting: Exporting = {
    child: (inner, step) => {
      if (step !== undefined) walk.path.push(step);
      const result = exportNode(inner, walk);
      if (step !== undefined) walk.path.pop();
      return result;
    },
    note: (reason, kind) => {
      const path = walk.path.join('.');
      walk.unrepresentable.set(`${path}\n${reason}`, { path, reason, kind });
    },
  };
  const shape = exportShape(node, exporting);
  const body = { ...exportChecks(node, shape, exporting), ...exportMeta(node.meta) };
  walk.open.delete(node);
  const own = walk.names.get(node);
  if (own === undefined) return body;
  walk.definitions[own] = body;
  return { $ref: `#/$defs/${own}` };
}

function exportLazy(inner: PlanNode, walk: Walk): JsonObject {
  const seen = new Set<PlanNode>();
  let target = inner;
  while (target.kind === 'lazy') {
    if (seen.has(target)) return {};
    seen.add(target);
    target = target.inner;
  }
  return exportNode(target, walk);
}

function nameNode(node: PlanNode, walk: Walk): string {
  const name = `schema${walk.names.size}`;
  walk.names.set(node, name);
  return name;
}

function exportMeta(meta: NodeMeta): JsonObject {
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(meta.keywords ?? {})) setOwn(result, key, plain(value));
  if (meta.title !== undefined) result.title = meta.title;
  if (meta.description !== undefined) result.description = meta.description;
  if (meta.examples !== undefined) result.examples = plain(meta.examples);
  if (meta.deprecated !== undefined) result.deprecated = meta.deprecated;
  return result;
}
