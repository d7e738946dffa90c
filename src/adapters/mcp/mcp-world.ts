import type { World, WorldInstance } from '../../tool/world.ts';
import { observeFolder } from '../../tool/observe-folder.ts';
import { replayedTools } from './surface-tools.ts';
import { toolsFromMcp, type McpCommand, type McpOptions } from './tools-from-mcp.ts';

export type McpWorldOptions = McpCommand & Pick<McpOptions, 'startTimeoutMs' | 'timeoutMs' | 'prefix'>;

/** An MCP server in a fresh folder, seen through what the folder holds. */
export interface McpWorldInstance extends WorldInstance {
  readonly folder: string;
}

/** A world whose instances are servers; it is a `World`. */
export interface McpWorld {
  (): Promise<McpWorldInstance>;
  fromSurfaces: NonNullable<World['fromSurfaces']>;
}

/**
 * Describes an MCP server as a world: each time it is asked for, a new server starts in a new folder, and what it does to
 * that folder can be observed. In replay no server is started: the tools come from the recording.
 */
export function mcpWorld(options: McpWorldOptions): McpWorld {
  const start = async (): Promise<McpWorldInstance> => {
    const { tools, folder, close } = await toolsFromMcp(options);
    return { tools, folder: folder!, observe: () => observeFolder(folder!), dispose: close };
  };
  return Object.assign(start, { fromSurfaces: replayedTools });
}
