import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { childEnvironment } from '../../sandbox/process/environment.ts';
import { checkDeclaration } from '../../tool/check-declaration.ts';
import type { Tool } from '../../tool/tool.ts';
import type { ToolSurface } from '../../trace/recording.ts';
import { commandWords } from './command-words.ts';
import { FOLDER_ALIAS, replaceText } from './folder-alias.ts';
import { openSession, type McpConnection, type McpSession } from './mcp-session.ts';
import { resolveCommand } from './resolve-command.ts';
import { createFolder, removeFolder } from './server-folder.ts';
import { ServerProcess } from './server-process.ts';
import { toolsFromSurfaces, type RefusedTool } from './surface-tools.ts';
import { readToolResult } from './tool-result.ts';

/** How to start a server that speaks MCP over stdin and stdout. */
export interface McpCommand {
  /**
   * The program with its arguments: a list of words, or one line of which quotes and backslashes are understood. No shell
   * is involved. `{dir}` stands for the server's fresh temporary folder. Words that name a file of the current folder
   * become absolute, and `npx <package>` starts the package that is installed here, where there is one.
   */
  command: string | readonly string[];
  /** Variables for the server besides `PATH` and the locale, `{dir}` in them as in `command`; nothing else of this process's environment reaches it. */
  env?: Readonly<Record<string, string>>;
  /** Fills the fresh folder before the server starts. */
  prepare?(folder: string): void | Promise<void>;
}

interface CommonOptions {
  /** Limit for starting the server and for listing its tools, in milliseconds. @default 30000 */
  startTimeoutMs?: number;
  /** Limit for one call, in milliseconds. @default 60000 */
  timeoutMs?: number;
  /** Put before the name of every tool, so that the tools of two servers can stand side by side. @default '' */
  prefix?: string;
}

/** A server to start, a client that is connected, or a transport to connect over. */
export type McpOptions = CommonOptions & (McpCommand | { client: Client } | { transport: Transport });

/** The tools of one MCP server, as long as it is connected. */
export interface McpTools {
  readonly serverName: string;
  readonly tools: readonly Tool[];
  /** Tools that the server offers but that cannot be declared, each with the reason. */
  readonly refused: readonly RefusedTool[];
  /** The server's fresh folder: its working directory, HOME and TMPDIR. Absent where no server was started. */
  readonly folder: string | undefined;
  /** Ends the server with everything it started, and deletes its folder. A client that was handed in stays open. */
  close(): Promise<void>;
}

const text = z.string().min(1);
const declaration = z
  .strictObject({
    command: z.union([text, z.array(text).min(1)]).optional(),
    env: z.record(z.string(), z.string()).optional(),
    prepare: z.custom<NonNullable<McpCommand['prepare']>>((value) => typeof value === 'function').optional(),
    client: z.custom<Client>(isObject, { error: 'must be an MCP client' }).optional(),
    transport: z.custom<Transport>(isObject, { error: 'must be an MCP transport' }).optional(),
    startTimeoutMs: z.int().positive().optional(),
    timeoutMs: z.int().positive().optional(),
    prefix: z.string().optional(),
  })
  .refine((given) => ['command', 'client', 'transport'].filter((key) => key in given).length === 1, {
    error: 'give one of command, client and transport',
  });

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/**
 * Makes tools of everything that an MCP server offers; calls then pass through the broker like any other. A server that
 * is started gets a fresh folder, its own process group and an environment that holds nothing but what is named.
 * In inputs `{dir}` stands for that folder, and outputs say `{dir}` for it, so that recordings hold no temporary path.
 * @throws AppError CONFIG_INVALID for wrong options, TOOL_EXECUTION_FAILED when the server cannot be started or listed.
 */
export async function toolsFromMcp(options: McpOptions): Promise<McpTools> {
  const given = checkDeclaration(declaration, options, 'MCP server');
  const { startTimeoutMs = 30_000, timeoutMs = 60_000, prefix = '' } = given;
  const folder = given.command === undefined ? undefined : createFolder();
  const clean = (): void => void (folder !== undefined && removeFolder(folder));
  let session: McpSession | undefined;
  try {
    if (folder !== undefined) await given.prepare?.(folder);
    session = await openSession(connectionOf(given, folder), startTimeoutMs);
    const { surfaces, refused } = readSurfaces(await session.listTools(), folder);
    const made = toolsFromSurfaces(surfaces, executeOn(session, folder), { timeoutMs, prefix });
    const open = session;
    return Object.freeze<McpTools>({
      serverName: session.serverName,
      tools: Object.freeze(made.tools),
      refused: Object.freeze([...refused, ...made.refused]),
      folder,
      close: () => open.close().finally(clean),
    });
  } catch (error) {
    await session?.close().catch(() => undefined);
    clean();
    throw error;
  }
}

function connectionOf(given: z.infer<typeof declaration>, folder: string | undefined): McpConnection {
  if (given.client !== undefined) return { client: given.client };
  if (given.transport !== undefined) return { transport: given.transport };
  const { command = [], env } = given;
  const resolved = resolveCommand(typeof command === 'string' ? commandWords(command) : command);
  const cwd = folder!;
  const named = Object.entries(env ?? {}).map(([name, value]) => [name, value.replaceAll(FOLDER_ALIAS, cwd)]);
  const place = { HOME: cwd, TMPDIR: cwd, TEMP: cwd, TMP: cwd };
  const own = { ...resolved.environment, ...place, ...Object.fromEntries(named) };
  return {
    process: new ServerProcess({
      command: resolved.words.map((word) => word.replaceAll(FOLDER_ALIAS, cwd)),
      cwd,
      environment: childEnvironment([], own),
    }),
  };
}

const listedTool = z.looseObject({
  name: z.string().min(1),
  description: z.string().catch(''),
  inputSchema: z.unknown(),
  outputSchema: z.unknown().optional(),
  annotations: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

function readSurfaces(listed: readonly unknown[], folder: string | undefined) {
  const surfaces: ToolSurface[] = [];
  const refused: RefusedTool[] = [];
  for (const [index, entry] of listed.entries()) {
    const parsed = listedTool.safeParse(
      folder === undefined ? entry : replaceText(entry, folder, FOLDER_ALIAS),
    );
    if (!parsed.success) {
      refused.push({
        toolName: `#${index + 1}`,
        message: `Entry ${index + 1} of the server's list has no name.`,
      });
      continue;
    }
    const { name, description, inputSchema, outputSchema, annotations } = parsed.data;
    surfaces.push({
      name,
      description,
      inputSchema,
      ...(outputSchema !== undefined && { outputSchema }),
      ...(annotations !== undefined && { annotations }),
    });
  }
  return { surfaces, refused };
}

function executeOn(session: McpSession, folder: string | undefined): Parameters<typeof toolsFromSurfaces>[1] {
  return async (surface, input, ctx) => {
    const sent = folder === undefined ? input : replaceText(input, FOLDER_ALIAS, folder);
    const answer = await session.callTool(surface.name, sent, ctx.signal);
    const result =
      folder === undefined ? answer : (replaceText(answer, folder, FOLDER_ALIAS) as CallToolResult);
    return readToolResult(result, surface.name, surface.outputSchema !== undefined);
  };
}
