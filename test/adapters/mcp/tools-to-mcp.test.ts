import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { toolsToMcp, type ToolsToMcpOptions } from '../../../src/adapters/mcp/tools-to-mcp.ts';
import { toolsFromMcp } from '../../../src/adapters/mcp/tools-from-mcp.ts';
import { createBroker } from '../../../src/broker/broker.ts';
import { tool } from '../../../src/tool/define-tool.ts';

const refund = tool({
  name: 'issueRefund',
  description: 'Pays money back.',
  inputSchema: z.object({ orderId: z.string().min(1) }),
  outputSchema: z.object({ refundId: z.string() }),
  execute: ({ orderId }) => ({ refundId: `re_${orderId}` }),
  annotations: { idempotentHint: true },
});

async function connect(options: Partial<ToolsToMcpOptions> = {}): Promise<Client> {
  const server = await toolsToMcp({ tools: [refund], ...options });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(near);
  return client;
}

test('tools are listed and called through the broker', async () => {
  const client = await connect();
  const { tools } = await client.listTools();
  expect(tools).toMatchObject([{ name: 'issueRefund', annotations: { idempotentHint: true } }]);
  expect(await client.callTool({ name: 'issueRefund', arguments: { orderId: '7' } })).toEqual({
    content: [{ type: 'text', text: '{"refundId":"re_7"}' }],
    structuredContent: { refundId: 're_7' },
  });
});

test('invalid input and unknown tools come back as errors of the call', async () => {
  const client = await connect();
  const invalid = await client.callTool({ name: 'issueRefund', arguments: { orderId: '' } });
  expect(invalid.isError).toBe(true);
  const unknown = await client.callTool({ name: 'nothing' });
  expect(unknown).toMatchObject({ isError: true });
});

test('a call that needs approval is not executed unless a person can be asked', async () => {
  let executed = 0;
  const gated = tool({
    name: 'send',
    description: 'Sends.',
    inputSchema: z.object({ to: z.string() }),
    outputSchema: z.object({ ok: z.boolean() }),
    requiresApproval: true,
    execute: () => {
      executed += 1;
      return { ok: true };
    },
  });
  const call = { name: 'send', arguments: { to: 'a@b.c' } };
  expect(await (await connect({ tools: [gated] })).callTool(call)).toMatchObject({ isError: true });
  const reject = { decision: 'reject', note: 'not today' } as const;
  const refused = await connect({ tools: [gated], approver: () => reject });
  expect(await refused.callTool(call)).toMatchObject({
    content: [{ text: 'Error: Tool "send" was rejected by the user. Feedback: not today' }],
  });
  expect(executed).toBe(0);
  const approved = await connect({ tools: [gated], approver: () => 'approve' });
  expect(await approved.callTool(call)).toMatchObject({ structuredContent: { ok: true } });
  expect(executed).toBe(1);
});

test('there and back again a tool keeps its contract', async () => {
  const { tools } = await toolsFromMcp({ client: await connect() });
  const broker = createBroker({ tools });
  expect(await broker.call({ toolName: 'issueRefund', input: { orderId: '7' } })).toMatchObject({
    output: { refundId: 're_7' },
  });
  expect(await broker.call({ toolName: 'issueRefund', input: {} })).toMatchObject({
    error: { code: 'VALIDATION_FAILED' },
  });
});
