import { AppError } from '../core/errors.ts';
import type { Tool } from '../tool/tool.ts';

/** The tools of a run by name. */
export type ToolRegistry = ReadonlyMap<string, Tool>;

/**
 * Makes the registry.
 * @throws AppError CONFIG_INVALID when something else than a tool is given or two tools have one name.
 */
export function createToolRegistry(tools: readonly Tool[]): ToolRegistry {
  if (!Array.isArray(tools)) throw new AppError('CONFIG_INVALID', 'The tools must be a list of tools.');
  const registry = new Map<string, Tool>();
  for (const tool of tools as readonly (Tool | undefined)[]) {
    if (tool?.kind !== 'tool' || !Object.isFrozen(tool)) {
      throw new AppError(
        'CONFIG_INVALID',
        'A tool must be made by tool({ … }) or defineTool({ … }, handler).',
      );
    }
    if (registry.has(tool.name)) {
      throw new AppError('CONFIG_INVALID', `Two tools are named "${tool.name}": give each its own name.`);
    }
    registry.set(tool.name, tool);
  }
  return registry;
}

/** The 404 of a tool that is not registered; its message lists those that are. */
export function toolNotFound(toolName: unknown, registry: ToolRegistry, callId?: string): AppError {
  const asked = String(toolName).slice(0, 200);
  const known = [...registry.keys()].join(', ') || 'none';
  return new AppError('TOOL_NOT_FOUND', `Tool "${asked}" is not registered; registered tools: ${known}.`, {
    toolName: asked,
    ...(callId !== undefined && { callId }),
  });
}
