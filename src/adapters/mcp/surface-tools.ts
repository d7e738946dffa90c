import { AppError, messageOf } from '../../core/errors.ts';
import { isPlainObject } from '../../core/json.ts';
import { jsonSchema } from '../../schema/json-schema.ts';
import type { ToolContext } from '../../tool/context.ts';
import { declareTool } from '../../tool/define-tool.ts';
import type { Tool, ToolAnnotations } from '../../tool/tool.ts';
import type { Recording, ToolSurface } from '../../trace/recording.ts';

export type ExecuteSurface = (surface: ToolSurface, input: unknown, ctx: ToolContext) => unknown;

/** A tool that could not be taken over, and why. */
export interface RefusedTool {
  toolName: string;
  message: string;
}

/** Makes tools from their surfaces. One that cannot be declared (a schema that is not valid) is left out and named. */
export function toolsFromSurfaces(
  surfaces: readonly ToolSurface[],
  execute: ExecuteSurface,
  options: { timeoutMs?: number; prefix?: string } = {},
): { tools: Tool[]; refused: RefusedTool[] } {
  const tools = new Map<string, Tool>();
  const refused: RefusedTool[] = [];
  for (const surface of surfaces) {
    const name = freeName(`${options.prefix ?? ''}${surface.name}`, tools);
    try {
      tools.set(name, declareSurface(name, surface, execute, options.timeoutMs));
    } catch (error) {
      refused.push({ toolName: surface.name, message: messageOf(error) });
    }
  }
  return { tools: [...tools.values()], refused };
}

/**
 * The tools of MCP servers as a recording describes them, for replay without their servers. A call that executes fails.
 */
export function toolsFromRecording(recording: Pick<Recording, 'header'>): Tool[] {
  const surfaces = recording.header.tools.flatMap(({ surface }) => (surface === undefined ? [] : [surface]));
  return replayedTools(surfaces);
}

/** Tools that know their surface and nothing else; their outcomes come from a recording. */
export function replayedTools(surfaces: readonly ToolSurface[]): Tool[] {
  return toolsFromSurfaces(surfaces, ({ name }) => {
    throw new AppError(
      'TOOL_EXECUTION_FAILED',
      `The tool "${name}" was made from a recording and cannot be executed: its MCP server was not started.`,
    );
  }).tools;
}

function declareSurface(
  name: string,
  surface: ToolSurface,
  execute: ExecuteSurface,
  timeoutMs: number | undefined,
): Tool {
  const inputSchema = jsonSchema(asDocument(surface.inputSchema));
  return declareTool(
    {
      name,
      description: surface.description,
      inputSchema,
      ...(surface.outputSchema !== undefined && {
        outputSchema: jsonSchema(asDocument(surface.outputSchema)),
      }),
      ...(timeoutMs !== undefined && { timeoutMs }),
      annotations: readAnnotations(surface.annotations),
      execute: (input: unknown, ctx: ToolContext) => execute(surface, input, ctx),
    },
    { external: true },
  );
}

function asDocument(schema: unknown): Record<string, unknown> | boolean {
  if (typeof schema === 'boolean' || isPlainObject(schema)) return schema;
  throw new AppError('CONFIG_INVALID', 'Its schema is neither an object nor a boolean.');
}

// Servers name tools more freely than models and files allow.
function freeName(wanted: string, taken: ReadonlyMap<string, Tool>): string {
  const legal = wanted.replaceAll(/[^A-Za-z0-9_.-]/g, '_').replace(/^[^A-Za-z0-9]+/, '') || 'tool';
  let name = legal.slice(0, 64);
  for (let count = 2; taken.has(name); count += 1) name = `${legal.slice(0, 60)}-${count}`;
  return name;
}

const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

function readAnnotations(given: Readonly<Record<string, unknown>> | undefined): ToolAnnotations {
  const annotations: ToolAnnotations = {};
  if (typeof given?.['title'] === 'string') annotations.title = given['title'];
  for (const hint of hints) {
    const value = given?.[hint];
    if (typeof value === 'boolean') annotations[hint] = value;
  }
  return annotations;
}
