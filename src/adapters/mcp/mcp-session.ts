import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult, CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { AppError, messageOf } from '../../core/errors.ts';
import type { ServerProcess } from './server-process.ts';

/** The limit that stands in for "none" where the SDK must have one: the longest timer there is. */
const NO_LIMIT_MS = 2 ** 31 - 1;
const MOST_PAGES = 200;
const toolPage = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

export type McpConnection = { client: Client } | { transport: Transport } | { process: ServerProcess };

/** A conversation with one MCP server. */
export interface McpSession {
  /** What the server calls itself. */
  readonly serverName: string;
  /** What the server says its tools are, unchecked: one that is malformed must not take the others down. */
  listTools(): Promise<unknown[]>;
  callTool(name: string, input: unknown, signal: AbortSignal): Promise<CallToolResult>;
  close(): Promise<void>;
}

/**
 * Connects to a server, or takes the connection given.
 * @throws AppError TOOL_EXECUTION_FAILED that says how the server failed; CONFIG_INVALID without the SDK.
 */
export async function openSession(connection: McpConnection, timeoutMs: number): Promise<McpSession> {
  const sdk = await loadSdk();
  const callResult = sdk.types.CallToolResultSchema;
  const process = 'process' in connection ? connection.process : undefined;
  const explain = (error: unknown, doing: string): AppError => explainFailure(error, doing, process);
  const client = await connect(connection, timeoutMs, sdk, explain);
  return {
    serverName: client.getServerVersion()?.name ?? 'MCP server',
    async listTools() {
      const tools: unknown[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const params = cursor === undefined ? {} : { cursor };
        const request = { method: 'tools/list' as const, params };
        const answer = await client
          .request(request, toolPage, { timeout: timeoutMs })
          .catch((error: unknown) => {
            throw explain(error, 'listing its tools');
          });
        tools.push(...answer.tools);
        cursor = answer.nextCursor;
        if (cursor === undefined) return tools;
      }
      throw explain(new Error(`more than ${MOST_PAGES} pages of tools`), 'listing its tools');
    },
    callTool: (name, input, signal) =>
      client
        .request({ method: 'tools/call', params: { name, arguments: Object(input) } }, callResult, {
          signal,
          timeout: NO_LIMIT_MS,
        })
        .catch((error: unknown) => {
          throw explain(error, `running "${name}"`);
        }),
    async close() {
      // A client that was handed in belongs to whoever made it.
      if ('client' in connection) return;
      await client.close();
      await process?.close();
    },
  };
}

async function connect(
  connection: McpConnection,
  timeoutMs: number,
  sdk: Sdk,
  explain: (error: unknown, doing: string) => AppError,
): Promise<Client> {
  if ('client' in connection) return connection.client;
  const client = new sdk.Client({ name: 'touchstone', version: '1' }, { capabilities: {} });
  const transport = 'process' in connection ? connection.process : connection.transport;
  try {
    await client.connect(transport, { timeout: timeoutMs });
    return client;
  } catch (error) {
    const failure = explain(error, 'starting');
    await transport.close().catch(() => undefined);
    throw failure;
  }
}

interface Sdk {
  Client: typeof Client;
  types: { CallToolResultSchema: typeof CallToolResultSchema };
}

async function loadSdk(): Promise<Sdk> {
  try {
    const [client, types] = await Promise.all([
      import('@modelcontextprotocol/sdk/client/index.js'),
      import('@modelcontextprotocol/sdk/types.js'),
    ]);
    return { Client: client.Client, types };
  } catch (error) {
    throw new AppError(
      'CONFIG_INVALID',
      'MCP servers need the package @modelcontextprotocol/sdk; install it with: npm install @modelcontextprotocol/sdk',
      { cause: error },
    );
  }
}

function explainFailure(error: unknown, doing: string, process: ServerProcess | undefined): AppError {
  const fault = process?.fault();
  const reason = fault === undefined ? messageOf(error) : `it ${fault}`;
  const complaints = process?.complaints() ?? '';
  const said = complaints === '' ? '' : ` It wrote to stderr: ${complaints}`;
  return new AppError('TOOL_EXECUTION_FAILED', `The MCP server failed while ${doing}: ${reason}.${said}`, {
    cause: error,
  });
}
