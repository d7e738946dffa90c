import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { CallToolResult, Tool as McpTool } from '@modelcontextprotocol/sdk/types.js';
import { createBroker, type BrokerOptions } from '../../broker/broker.ts';
import type { BrokerDecision, PendingApproval } from '../../broker/approval/approval-desk.ts';
import type { CallResult } from '../../broker/call.ts';
import { AppError, toErrorRecord } from '../../core/errors.ts';
import type { Tool } from '../../tool/tool.ts';

export interface ToolsToMcpOptions extends Pick<BrokerOptions, 'tools' | 'policies' | 'agents' | 'onEvent'> {
  /** What the server calls itself. @default 'touchstone' */
  name?: string;
  /** @default '1.0.0' */
  version?: string;
  /** In whose name the client calls; allowlists and policies see it. @default nobody's */
  agentName?: string;
  /** Asks a person about a call that needs approval. @default nobody can be asked: such a call fails and is not executed */
  approver?(question: PendingApproval): BrokerDecision | Promise<BrokerDecision>;
}

/**
 * Serves tools as an MCP server: every call passes through a broker with all its checks. Connect the returned server to
 * any transport of the MCP SDK. A call that fails, is blocked or rejected is answered with `isError` and the message.
 * @throws AppError CONFIG_INVALID when a tool's input is not an object, which MCP demands, or without the SDK.
 */
export async function toolsToMcp(options: ToolsToMcpOptions): Promise<Server> {
  const { name = 'touchstone', version = '1.0.0', agentName, approver, ...rest } = options;
  const broker = createBroker(rest);
  const listed = options.tools.map(listTool);
  const structured = new Set(listed.flatMap((tool) => (tool.outputSchema === undefined ? [] : [tool.name])));
  const { Server, types } = await loadSdk();
  const server = new Server({ name, version }, { capabilities: { tools: {} } });
  server.setRequestHandler(types.ListToolsRequestSchema, () => ({ tools: listed }));
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params }) => {
    const { name: toolName, arguments: input = {} } = params;
    const by = agentName === undefined ? {} : { agentName };
    let result = await broker.call({ toolName, input, ...by });
    if (result.status === 'awaiting_approval' && approver !== undefined) {
      const { callId } = result;
      const question = broker.approvals().find((approval) => approval.callId === callId);
      if (question !== undefined) result = await broker.decide(callId, await approver(question));
    }
    return toMcpResult(result, structured.has(toolName));
  });
  return server;
}

function listTool(tool: Tool): McpTool {
  const inputSchema = tool.inputSchema.toJsonSchema().schema;
  if (inputSchema['type'] !== 'object') {
    throw new AppError(
      'CONFIG_INVALID',
      `The tool "${tool.name}" cannot be served over MCP, since its inputSchema does not describe an object.`,
    );
  }
  const outputSchema = tool.outputSchema?.toJsonSchema().schema;
  return {
    name: tool.name,
    description: tool.description,
    inputSchema: inputSchema as McpTool['inputSchema'],
    // MCP's structured content is always an object.
    ...(outputSchema?.['type'] === 'object' && { outputSchema: outputSchema as McpTool['outputSchema'] }),
    annotations: { ...tool.annotations },
  };
}

function toMcpResult(result: CallResult, isStructured: boolean): CallToolResult {
  if (result.status === 'succeeded') {
    const { output } = result;
    const json = toJson(output);
    if (json === undefined)
      return failure(`The output of tool "${result.toolName}" cannot be written as JSON.`);
    return {
      content: [{ type: 'text', text: typeof output === 'string' ? output : json }],
      ...(isStructured && { structuredContent: JSON.parse(json) as Record<string, unknown> }),
    };
  }
  if (result.status === 'awaiting_approval') {
    return failure(
      `Tool "${result.toolName}" needs a person's approval, and nobody can be asked here; it was not executed.`,
    );
  }
  return failure(toErrorRecord(result.error).message);
}

function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch {
    return undefined;
  }
}

function failure(message: string): CallToolResult {
  return { content: [{ type: 'text', text: `Error: ${message}` }], isError: true };
}

async function loadSdk() {
  try {
    const [server, types] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/index.js'),
      import('@modelcontextprotocol/sdk/types.js'),
    ]);
    return { Server: server.Server, types };
  } catch (error) {
    throw new AppError(
      'CONFIG_INVALID',
      'Serving tools over MCP needs the package @modelcontextprotocol/sdk; install it with: npm install @modelcontextprotocol/sdk',
      { cause: error },
    );
  }
}
