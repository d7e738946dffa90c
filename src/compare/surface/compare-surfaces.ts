import { canonicalJson } from '../../core/canonical.ts';
import { isPlainObject } from '../../core/json.ts';
import type { ToolSurface } from '../../trace/recording.ts';
import { compareSchemas } from './compare-schemas.ts';
import type { SurfaceChange, SurfaceImpact } from './surface-change.ts';

/**
 * Compares what models saw of tools with what they see now: tools that came and went, schemas, hints and texts, each change
 * with what it means for those who call.
 */
export function compareSurfaces(
  golden: readonly ToolSurface[],
  actual: readonly ToolSurface[],
): SurfaceChange[] {
  const before = new Map(golden.map((tool) => [tool.name, tool]));
  const now = new Map(actual.map((tool) => [tool.name, tool]));
  const names = [...new Set([...before.keys(), ...now.keys()])].sort();
  return names.flatMap((name) => {
    const [old, current] = [before.get(name), now.get(name)];
    if (old === undefined) return [whole(name, 'compatible', `The tool ${name} is new.`)];
    if (current === undefined) return [whole(name, 'breaking', `The tool ${name} is gone.`)];
    return compareTool(old, current);
  });
}

function whole(toolName: string, impact: SurfaceImpact, message: string): SurfaceChange {
  return { toolName, impact, message };
}

function compareTool(golden: ToolSurface, actual: ToolSurface): SurfaceChange[] {
  const { name: toolName } = golden;
  const changes = [
    ...compareSchemas(golden.inputSchema, actual.inputSchema, 'input').map((change) => ({
      ...change,
      toolName,
    })),
    ...compareSchemas(golden.outputSchema, actual.outputSchema, 'output').map((change) => ({
      ...change,
      toolName,
    })),
    ...compareHints(toolName, golden.annotations ?? {}, actual.annotations ?? {}),
  ];
  if (golden.description !== actual.description) {
    changes.push({
      toolName,
      impact: 'wording',
      path: 'description',
      expected: golden.description,
      actual: actual.description,
      message: `${toolName} describes itself in other words.`,
    });
  }
  return changes;
}

/** What each hint is where it is not given, and the value that allows more. */
const hints = {
  readOnlyHint: { usual: false, looser: false },
  destructiveHint: { usual: true, looser: true },
  idempotentHint: { usual: false, looser: false },
  openWorldHint: { usual: true, looser: true },
} as const;

function compareHints(
  toolName: string,
  golden: Record<string, unknown>,
  actual: Record<string, unknown>,
): SurfaceChange[] {
  const names = [...new Set([...Object.keys(golden), ...Object.keys(actual)])].sort();
  return names.flatMap((name): SurfaceChange[] => {
    const rule = Object.hasOwn(hints, name) ? hints[name as keyof typeof hints] : undefined;
    const [expected, value] = [golden[name] ?? rule?.usual, actual[name] ?? rule?.usual];
    if (canonicalJson(expected) === canonicalJson(value)) return [];
    const impact = rule === undefined ? 'wording' : value === rule.looser ? 'breaking' : 'compatible';
    const message = `${toolName} says ${name} ${String(value)} and said ${String(expected)}.`;
    return [{ toolName, impact, path: `annotations.${name}`, expected, actual: value, message }];
  });
}

/** Reads a stored list of surfaces; undefined for anything else. */
export function readSurfaces(json: unknown): ToolSurface[] | undefined {
  if (!isPlainObject(json) || json['format'] !== 'touchstone-surface' || !Array.isArray(json['tools']))
    return undefined;
  const tools = json['tools'] as unknown[];
  const complete = tools.every(
    (tool) =>
      isPlainObject(tool) && typeof tool['name'] === 'string' && typeof tool['description'] === 'string',
  );
  return complete ? (tools as ToolSurface[]) : undefined;
}
