export { toolsFromMcp } from './mcp/tools-from-mcp.ts';
export type { McpCommand, McpOptions, McpTools } from './mcp/tools-from-mcp.ts';
export { toolsFromRecording } from './mcp/surface-tools.ts';
export type { RefusedTool } from './mcp/surface-tools.ts';
export { mcpWorld } from './mcp/mcp-world.ts';
export type { McpWorld, McpWorldInstance, McpWorldOptions } from './mcp/mcp-world.ts';
export { toolsToMcp } from './mcp/tools-to-mcp.ts';
export type { ToolsToMcpOptions } from './mcp/tools-to-mcp.ts';
