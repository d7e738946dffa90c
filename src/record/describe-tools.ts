import { isReadOnly, type Tool } from '../tool/tool.ts';
import type { RecordedTool, ToolSurface } from '../trace/recording.ts';

/** What the header of a recording says of the tools, by name; tools of MCP servers with their full surface. */
export function describeTools(tools: readonly Tool[]): RecordedTool[] {
  const described = tools.map((tool): RecordedTool => ({
    name: tool.name,
    inputSchemaHash: tool.inputSchema.hash(),
    ...(tool.outputSchema !== undefined && { outputSchemaHash: tool.outputSchema.hash() }),
    readOnly: isReadOnly(tool),
    ...(tool.external && { surface: surfaceOf(tool) }),
  }));
  return described.sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** All that a model and a broker need to know of a tool, without its code. */
export function surfaceOf(tool: Tool): ToolSurface {
  return {
    name: tool.name,
    description: tool.description,
    inputSchema: tool.inputSchema.toJsonSchema().schema,
    ...(tool.outputSchema !== undefined && { outputSchema: tool.outputSchema.toJsonSchema().schema }),
    ...(Object.keys(tool.annotations).length > 0 && { annotations: { ...tool.annotations } }),
  };
}
