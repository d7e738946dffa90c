import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { replayedTools, toolsFromRecording } from '../../../src/adapters/mcp/surface-tools.ts';
import { toolsFromMcp, type McpTools } from '../../../src/adapters/mcp/tools-from-mcp.ts';
import { mcpWorld } from '../../../src/adapters/mcp/mcp-world.ts';
import { createBroker } from '../../../src/broker/broker.ts';
import { describeTools } from '../../../src/record/describe-tools.ts';

const here = dirname(fileURLToPath(import.meta.url));
const badServer = resolve(here, 'bad-server.mjs');
const require = createRequire(import.meta.url);
const fileServer = join(
  dirname(require.resolve('@modelcontextprotocol/server-filesystem/package.json')),
  'dist/index.js',
);

const open: McpTools[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function start(...args: Parameters<typeof toolsFromMcp>): Promise<McpTools> {
  const server = await toolsFromMcp(...args);
  open.push(server);
  return server;
}

const bad = (fault: string) => ({ command: [process.execPath, badServer, fault] });

describe('the public filesystem server over stdio', () => {
  test('its 14 tools are listed with schemas and hints, and work through the broker', async () => {
    const server = await start({
      command: [process.execPath, fileServer, '{dir}'],
      prepare: (folder) => writeFileSync(join(folder, 'notes.txt'), 'one\ntwo\n'),
    });
    expect(server.tools).toHaveLength(14);
    expect(server.refused).toEqual([]);
    const read = server.tools.find((tool) => tool.name === 'read_text_file')!;
    expect(read).toMatchObject({ kind: 'tool', external: true, annotations: { readOnlyHint: true } });
    const broker = createBroker({ tools: server.tools });
    expect(
      await broker.call({ toolName: 'read_text_file', input: { path: '{dir}/notes.txt' } }),
    ).toMatchObject({
      status: 'succeeded',
      output: { content: 'one\ntwo\n' },
    });
    const listed = await broker.call({ toolName: 'list_allowed_directories', input: {} });
    expect(listed).toMatchObject({ status: 'succeeded', output: { content: 'Allowed directories:\n{dir}' } });
    expect(await broker.call({ toolName: 'read_text_file', input: { path: 7 } })).toMatchObject({
      status: 'failed',
      error: { code: 'VALIDATION_FAILED' },
    });
    const outside = await broker.call({ toolName: 'read_text_file', input: { path: '/etc/hostname' } });
    expect(outside).toMatchObject({ status: 'failed', error: { code: 'TOOL_EXECUTION_FAILED' } });
    expect((outside as { error: Error }).error.message).toContain(
      'Access denied - path outside allowed directories',
    );
  });

  test('its folder is deleted and its process gone after close', async () => {
    const server = await toolsFromMcp({ command: `"${process.execPath}" "${fileServer}" {dir}` });
    expect(existsSync(server.folder!)).toBe(true);
    await server.close();
    expect(existsSync(server.folder!)).toBe(false);
    const broker = createBroker({ tools: server.tools });
    expect(await broker.call({ toolName: 'list_allowed_directories', input: {} })).toMatchObject({
      status: 'failed',
      error: { code: 'TOOL_EXECUTION_FAILED' },
    });
  });

  test('as a world, each instance is fresh and shows what a call did to its folder', async () => {
    const world = mcpWorld({ command: [process.execPath, fileServer, '{dir}'] });
    const instance = await world();
    const input = { path: '{dir}/new.txt', content: 'hello' };
    await createBroker({ tools: instance.tools }).call({ toolName: 'write_file', input });
    expect(Object.keys(instance.observe() as object)).toEqual(['new.txt']);
    expect(readFileSync(join(instance.folder, 'new.txt'), 'utf8')).toBe('hello');
    await instance.dispose();
  });

  test('a recording describes its tools so that they come back equal, without a server and without a place', async () => {
    const server = await start({ command: [process.execPath, fileServer, '{dir}'] });
    const described = describeTools(server.tools);
    expect(JSON.stringify(described)).not.toContain(server.folder);
    const header = { tools: JSON.parse(JSON.stringify(described)) } as Parameters<
      typeof toolsFromRecording
    >[0]['header'];
    expect(describeTools(toolsFromRecording({ header }))).toEqual(described);
  });
});

describe('servers that misbehave', () => {
  test('one that ends at the start is reported with its exit code and what it wrote', async () => {
    await expect(toolsFromMcp(bad('exit-at-start'))).rejects.toMatchObject({
      code: 'TOOL_EXECUTION_FAILED',
      message:
        'The MCP server failed while starting: it ended with exit code 3. It wrote to stderr: no licence found',
    });
  });

  test('a program that does not exist is named', async () => {
    await expect(toolsFromMcp({ command: 'no-such-program-here' })).rejects.toMatchObject({
      message:
        'The MCP server failed while starting: it could not be started (spawn no-such-program-here ENOENT).',
    });
  });

  test('one that crashes during a call fails that call and says so', async () => {
    const server = await start(bad('crash'));
    const result = await createBroker({ tools: server.tools }).call({ toolName: 'work', input: {} });
    expect(result).toMatchObject({
      error: {
        code: 'TOOL_EXECUTION_FAILED',
        message: 'The MCP server failed while running "work": it ended with exit code 7.',
      },
    });
  });

  test('one that hangs runs into the limit of the call, and is ended by close', async () => {
    const server = await start({ ...bad('hang'), timeoutMs: 50 });
    const result = await createBroker({ tools: server.tools }).call({ toolName: 'work', input: {} });
    expect(result).toMatchObject({
      error: { code: 'TOOL_TIMED_OUT', message: 'tool work timed out after 50ms' },
    });
  });

  test('one that floods is ended', async () => {
    const server = await start(bad('flood'));
    const result = await createBroker({ tools: server.tools }).call({ toolName: 'work', input: {} });
    expect(result).toMatchObject({
      error: {
        message:
          'The MCP server failed while running "work": it wrote more than 64 MiB without being asked and was ended.',
      },
    });
  });

  test('lines that are not JSON-RPC do no harm', async () => {
    const server = await start(bad('noise'));
    const result = await createBroker({ tools: server.tools }).call({ toolName: 'work', input: {} });
    expect(result).toMatchObject({ status: 'succeeded', output: 'done' });
  });

  test('one bad schema does not take the other tools down', async () => {
    const server = await start(bad('bad-schema'));
    expect(server.tools.map(({ name }) => name)).toEqual(['work']);
    expect(server.refused).toMatchObject([{ toolName: '#3' }, { toolName: 'odd' }]);
  });

  test('a server sees nothing of the environment but what is named', async () => {
    process.env['SECRET_FOR_TEST'] = 'x';
    const server = await start({ ...bad('environment'), env: { GIVEN: 'yes' } });
    const result = await createBroker({ tools: server.tools }).call({ toolName: 'work', input: {} });
    delete process.env['SECRET_FOR_TEST'];
    const names = JSON.parse((result as { output: string }).output) as string[];
    expect(names).toContain('GIVEN');
    expect(names).not.toContain('SECRET_FOR_TEST');
  });
});

describe('a client that is already connected', () => {
  test('its tools are taken over, illegal names made legal, and errors of the protocol told', async () => {
    const server = new McpServer({ name: 'shop', version: '1' });
    server.registerTool('orders/find', { inputSchema: { id: z.string() } }, ({ id }) => ({
      content: [{ type: 'text', text: `order ${id}` }],
    }));
    const [near, far] = InMemoryTransport.createLinkedPair();
    await server.connect(far);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(near);
    const { tools, serverName, folder } = await start({ client });
    expect({ serverName, folder, names: tools.map(({ name }) => name) }).toEqual({
      serverName: 'shop',
      folder: undefined,
      names: ['orders_find'],
    });
    const broker = createBroker({ tools });
    expect(await broker.call({ toolName: 'orders_find', input: { id: '7' } })).toMatchObject({
      output: 'order 7',
    });
  });

  test('two ways to reach a server at once are refused', async () => {
    await expect(toolsFromMcp({ command: 'x', client: {} } as never)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: 'MCP server is declared wrongly (give one of command, client and transport).',
    });
  });
});

test('a tool made from a recording refuses to execute', async () => {
  const [made] = replayedTools([{ name: 'x', description: '', inputSchema: { type: 'object' } }]);
  expect(await createBroker({ tools: [made!] }).call({ toolName: 'x', input: {} })).toMatchObject({
    error: {
      message:
        'The tool "x" was made from a recording and cannot be executed: its MCP server was not started.',
    },
  });
});
