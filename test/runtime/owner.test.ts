import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { sqliteStore } from '../../src/engine/sqlite-store.ts';
import { createEngine } from '../../src/runtime/create-engine.ts';
import { connectOwner } from '../../src/runtime/owner/remote-engine.ts';
import { workflow } from '../../src/runtime/workflow.ts';
import { tool } from '../../src/tool/define-tool.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-owner-'));
const file = join(folder, 'runs.db');
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const send = tool({
  name: 'send',
  description: 'Sends.',
  inputSchema: z.object({}),
  outputSchema: z.string(),
  requiresApproval: true,
  execute: () => 'sent',
});
const flow = workflow({ name: 'flow', tools: [send], run: ({ step }) => step.callTool(send, {}) });

test('another process looks and decides through the owner while the run lives', async () => {
  const engine = createEngine({ store: sqliteStore(file) });
  closers.push(() => engine.close());
  await engine.run(flow, undefined, { runId: 'r' });
  expect(statSync(`${file}.owner`).mode & 0o077).toBe(0);
  const other = (await connectOwner(file))!;
  expect((await other.list()).map(({ runId, status }) => [runId, status])).toEqual([
    ['r', 'awaiting_approval'],
  ]);
  const [approval] = await other.approvals();
  await other.approve(approval!.approvalId, { decidedBy: 'mira' });
  expect(await other.resume('r').catch((thrown: { code: string }) => thrown.code)).toSatisfy(
    (state: unknown) => state === 'RUN_NOT_RESUMABLE' || (state as { status: string }).status === 'completed',
  );
  expect(await other.get('r')).toMatchObject({ status: 'completed', output: 'sent' });
  await expect(other.get('nothing')).rejects.toMatchObject({ code: 'RUN_NOT_FOUND', status: 404 });
  await expect(other.reject(approval!.approvalId)).rejects.toMatchObject({
    code: 'APPROVAL_ALREADY_DECIDED',
  });
  other.close();
  await engine.close();
  expect(existsSync(`${file}.owner`)).toBe(false);
});

test('the record of an owner that is gone, or garbage in its place, is no owner', async () => {
  writeFileSync(`${file}.owner`, JSON.stringify({ pid: 1, startedAt: 1, socket: join(folder, 'gone.sock') }));
  expect(await connectOwner(file)).toBeUndefined();
  writeFileSync(`${file}.owner`, '{"pid":');
  expect(await connectOwner(file)).toBeUndefined();
});
