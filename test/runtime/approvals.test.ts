import { expect, test } from 'vitest';
import { z } from 'zod';
import { virtualClock } from '../../src/core/clock.ts';
import { policy } from '../../src/policy/policy.ts';
import { agent } from '../../src/runtime/agent.ts';
import { createEngine } from '../../src/runtime/create-engine.ts';
import { workflow } from '../../src/runtime/workflow.ts';
import { tool } from '../../src/tool/define-tool.ts';
import type { TraceEvent } from '../../src/trace/events.ts';
import { crashingStore } from './crashing-store.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const log: string[] = [];

function pay(options: { description?: string; name?: string } = {}) {
  return tool({
    name: options.name ?? 'pay',
    description: options.description ?? 'Pays.',
    inputSchema: z.object({ to: z.string(), token: z.string().default('secret-1') }),
    outputSchema: z.string(),
    sensitiveFieldNames: ['token'],
    requiresApproval: true,
    execute: ({ to }) => {
      log.push(to);
      return `paid ${to}`;
    },
  });
}

const note = tool({
  name: 'note',
  description: 'Writes a note.',
  inputSchema: z.object({ text: z.string() }),
  outputSchema: z.null(),
  execute: ({ text }) => {
    log.push(`note ${text}`);
    return null;
  },
});

const batch = workflow({
  name: 'batch',
  tools: [pay(), note],
  run: async ({ step }) => {
    const results = await step.callTools([
      { toolName: 'pay', input: { to: 'ann' } },
      { toolName: 'note', input: { text: 'hello' } },
      { toolName: 'pay', input: { to: 'bob' } },
    ]);
    return results.map(({ status }) => status);
  },
});

test('all calls of a batch are gated before any is executed, and mixed decisions in any order count', async () => {
  log.length = 0;
  const engine = createEngine();
  const waiting = await engine.run(batch);
  expect(waiting.approvals.map(({ callId, input }) => [callId, input])).toEqual([
    ['batch/pay#1', { to: 'ann', token: '[REDACTED:token#1]' }],
    ['batch/pay#2', { to: 'bob', token: '[REDACTED:token#1]' }],
  ]);
  const [ann, bob] = waiting.approvals;
  await engine.approvals.approve(bob!.approvalId, { decidedBy: 'mira' });
  expect((await engine.getRun(waiting.runId)).status).toBe('awaiting_approval');
  expect(log).toEqual([]);
  const run = await engine.resumeRun(waiting.runId, { decisions: { [ann!.approvalId]: 'reject' } });
  expect(run).toMatchObject({ status: 'completed', output: ['rejected', 'succeeded', 'succeeded'] });
  expect(log.toSorted()).toEqual(['bob', 'note hello']);
});

test('the same decision again changes nothing, the opposite one is a conflict, an unknown one is not found', async () => {
  const engine = createEngine();
  const waiting = await engine.run(batch);
  const [first] = waiting.approvals;
  await engine.approvals.approve(first!.approvalId, { note: 'first' });
  expect(await engine.approvals.approve(first!.approvalId, { note: 'second' })).toMatchObject({
    note: 'first',
  });
  await expect(engine.approvals.reject(first!.approvalId)).rejects.toMatchObject({
    code: 'APPROVAL_ALREADY_DECIDED',
    status: 409,
  });
  await expect(engine.approvals.get('nothing')).rejects.toMatchObject({
    code: 'APPROVAL_NOT_FOUND',
    status: 404,
  });
  await expect(engine.approvals.approve(first!.approvalId, { note: 7 } as never)).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
  });
});

test('of several decisions none counts where one is refused', async () => {
  const engine = createEngine();
  const { runId, approvals } = await engine.run(batch);
  const decisions = { [approvals[0]!.approvalId]: 'approve' as const, nothing: 'approve' as const };
  await expect(engine.resumeRun(runId, { decisions })).rejects.toMatchObject({ code: 'APPROVAL_NOT_FOUND' });
  expect((await engine.approvals.list({ runId })).map(({ status }) => status)).toEqual([
    'pending',
    'pending',
  ]);
});

test('an approval that nobody gives in time expires and its call never runs', async () => {
  log.length = 0;
  const clock = virtualClock();
  const slow = policy({ name: 'slow', rules: [{ type: 'requireApproval', expiresAfterMs: 3_600_000 }] });
  const flow = workflow({
    name: 'flow',
    tools: [note],
    policies: [slow],
    run: ({ step }) => step.callTool(note, { text: 'late' }),
  });
  const engine = createEngine({ clock });
  const waiting = await engine.run(flow);
  await clock.advance(3_600_000);
  for (let index = 0; index < 20; index += 1) await turn();
  expect(await engine.getRun(waiting.runId)).toMatchObject({
    status: 'failed',
    error: { code: 'APPROVAL_REJECTED', details: { decision: 'expired' } },
    approvals: [{ status: 'expired' }],
  });
  await expect(engine.approvals.approve(waiting.approvals[0]!.approvalId)).rejects.toMatchObject({
    status: 409,
  });
  expect(log).toEqual([]);
});

const single = (tools = [pay()], name = 'clerk') =>
  workflow({
    name: 'single',
    tools,
    agents: [agent({ name, run: () => 'go' })],
    agentToolBindings: [{ agentName: name, toolName: tools[0]!.name, buildToolInput: () => ({ to: 'ann' }) }],
  });

test.each([
  ['a changed tool', single([pay({ description: 'Pays twice.' })])],
  ['a renamed agent', single(undefined, 'cashier')],
])('%s is refused when the run goes on, and the approval stays open', async (_what, changed) => {
  log.length = 0;
  const { connect } = crashingStore();
  const waiting = await createEngine({ store: connect().store }).run(single(), undefined, { runId: 'r' });
  const { approvalId } = waiting.approvals[0]!;
  const engine = createEngine({ store: connect().store, workflows: [changed], graceMs: 5 });
  await expect(engine.resumeRun('r', { decisions: { [approvalId]: 'approve' } })).rejects.toMatchObject({
    code: 'STATE_MISMATCH',
    status: 409,
  });
  expect(await engine.getRun('r')).toMatchObject({
    status: 'awaiting_approval',
    approvals: [{ status: 'pending' }],
  });
  expect(log).toEqual([]);
  const old = createEngine({ store: connect().store, workflows: [single()] });
  expect((await old.resumeRun('r', { decisions: { [approvalId]: 'approve' } })).status).toBe('completed');
  expect(log).toEqual(['ann']);
});

test('an edited input is refused', async () => {
  log.length = 0;
  let to = 'ann';
  const flow = workflow({ name: 'flow', tools: [pay()], run: ({ step }) => step.callTool('pay', { to }) });
  const engine = createEngine();
  const { runId, approvals } = await engine.run(flow);
  to = 'eve';
  await expect(
    engine.resumeRun(runId, { decisions: { [approvals[0]!.approvalId]: 'approve' } }),
  ).rejects.toMatchObject({
    code: 'STATE_MISMATCH',
    message: expect.stringContaining('the input is another one'),
  });
  expect(log).toEqual([]);
});

test('allowlists and blocks are checked again after the approval, what asks for approval is not', async () => {
  log.length = 0;
  let blocked = false;
  let asked = 0;
  const rules = policy({
    name: 'rules',
    rules: [
      { type: 'block', when: () => blocked, reason: 'closed' },
      {
        type: 'requireApproval',
        when: () => {
          asked += 1;
          return true;
        },
      },
    ],
  });
  const flow = workflow({
    name: 'flow',
    tools: [note],
    policies: [rules],
    run: ({ step }) => step.callTool(note, { text: 'x' }),
  });
  const engine = createEngine();
  const { runId, approvals } = await engine.run(flow);
  const before = asked;
  blocked = true;
  const run = await engine.resumeRun(runId, { decisions: { [approvals[0]!.approvalId]: 'approve' } });
  expect(run).toMatchObject({
    status: 'failed',
    error: { code: 'TOOL_BLOCKED', details: { reason: 'policy' } },
  });
  expect(log).toEqual([]);
  expect(before).toBe(1);
});

test('a child that asks for approval is answered through its parent', async () => {
  log.length = 0;
  const child = single();
  const parent = workflow({
    name: 'parent',
    run: ({ step }) => step.invokeAndWait('child', child, undefined),
  });
  const engine = createEngine();
  const waiting = await engine.run(parent, undefined, { runId: 'p' });
  expect(waiting).toMatchObject({
    status: 'awaiting_approval',
    approvals: [{ toolName: 'pay', status: 'pending' }],
  });
  const run = await engine.resumeRun('p', { decisions: { [waiting.approvals[0]!.approvalId]: 'approve' } });
  expect(run).toMatchObject({ status: 'completed', output: 'go' });
  expect(log).toEqual(['ann']);
});

test('a crash after the decision loses nothing: the call is made once, and events are told once', async () => {
  log.length = 0;
  const { connect } = crashingStore();
  const first = connect();
  const before = createEngine({
    store: first.store,
    workflows: [single()],
    onPoint: (point) => void (point === 'signal.committed' && first.crash()),
  });
  const waiting = await before.run(single(), undefined, { runId: 'r' });
  void before.approvals.approve(waiting.approvals[0]!.approvalId);
  for (let index = 0; index < 20; index += 1) await turn();
  log.length = 0;
  const events: TraceEvent[] = [];
  const after = createEngine({
    store: connect().store,
    workflows: [single()],
    hooks: { onEvent: (_run, event) => void events.push(event) },
  });
  expect(await after.recover()).toEqual(['r']);
  expect((await after.resumeRun('r')).status).toBe('completed');
  expect(log).toEqual(['ann']);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(events.filter(({ type }) => type === 'tool.requested')).toHaveLength(1);
  expect(events.map(({ type }) => type)).toContain('approval.decided');
});
