import { expect, test } from 'vitest';
import { z } from 'zod';
import { policy } from '../../src/policy/policy.ts';
import { agent } from '../../src/runtime/agent.ts';
import { createEngine } from '../../src/runtime/create-engine.ts';
import { workflow } from '../../src/runtime/workflow.ts';
import { tool } from '../../src/tool/define-tool.ts';
import type { TraceEvent } from '../../src/trace/events.ts';

function makeRefund(log: unknown[] = []) {
  return tool({
    name: 'issueRefund',
    description: 'Pays money back for an order.',
    inputSchema: z.object({ orderId: z.string(), amount: z.number() }),
    outputSchema: z.object({ refundId: z.string() }),
    execute: (input, ctx) => {
      log.push([input, ctx.attempt, ctx.approval?.note]);
      return { refundId: `re_${input.orderId}` };
    },
  });
}

const clerk = agent({
  name: 'clerk',
  run: ({ input }) => ({ amount: (input as { amount: number }).amount }),
});

function makeDesk(log: unknown[] = [], policies = [bigNeedsApproval]) {
  const issueRefund = makeRefund(log);
  return workflow({
    name: 'desk',
    inputSchema: z.object({ amount: z.number() }),
    agents: [clerk],
    tools: [issueRefund],
    policies,
    agentToolBindings: [
      {
        agentName: 'clerk',
        toolName: 'issueRefund',
        buildToolInput: ({ agentOutput }) => ({ orderId: 'o-1', ...(agentOutput as { amount: number }) }),
      },
    ],
  });
}

const bigNeedsApproval = policy({
  name: 'big',
  rules: [
    { type: 'requireApproval', when: { field: 'input.amount', op: 'gt', value: 100 }, reason: 'Much money.' },
  ],
});

test('a declarative workflow runs its agents and makes the bound call', async () => {
  const events: TraceEvent[] = [];
  const engine = createEngine({ hooks: { onEvent: (_run, event) => void events.push(event) } });
  const run = await engine.run(makeDesk(), { amount: 20 }, { runId: 'r-1' });
  expect(run).toMatchObject({ status: 'completed', output: { amount: 20 } });
  expect(run.toolCalls).toMatchObject([
    {
      callId: 'desk/clerk/issueRefund#1',
      status: 'succeeded',
      output: { refundId: 're_o-1' },
      agentName: 'clerk',
    },
  ]);
  expect(events.map(({ type }) => type)).toEqual([
    'run.started',
    'step.started',
    'step.completed',
    'tool.requested',
    'tool.allowed',
    'tool.attempt_started',
    'tool.succeeded',
    'run.completed',
  ]);
  expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(JSON.parse(JSON.stringify(run))).toEqual(run);
});

test('a call that needs approval waits and is executed once after the approval', async () => {
  const log: unknown[] = [];
  const events: TraceEvent[] = [];
  const engine = createEngine({ hooks: { onEvent: (_run, event) => void events.push(event) } });
  const waiting = await engine.run(makeDesk(log), { amount: 300 }, { runId: 'r-1' });
  expect(waiting.status).toBe('awaiting_approval');
  expect(log).toEqual([]);
  const [approval] = waiting.approvals;
  expect(approval).toMatchObject({
    status: 'pending',
    reasons: ['Much money.'],
    input: { orderId: 'o-1', amount: 300 },
  });
  const run = await engine.resumeRun('r-1', {
    decisions: { [approval!.approvalId]: { decision: 'approve', note: 'fine', decidedBy: 'mira' } },
  });
  expect(run).toMatchObject({ status: 'completed' });
  expect(log).toEqual([[{ orderId: 'o-1', amount: 300 }, 1, 'fine']]);
  expect(events.map(({ type }) => type)).toMatchInlineSnapshot(`
    [
      "run.started",
      "step.started",
      "step.completed",
      "tool.requested",
      "policy.matched",
      "tool.allowed",
      "approval.requested",
      "run.suspended",
      "run.resumed",
      "approval.decided",
      "tool.attempt_started",
      "tool.succeeded",
      "run.completed",
    ]
  `);
  expect(run.approvals).toMatchObject([{ status: 'approved', decidedBy: 'mira', note: 'fine' }]);
});

test('a rejected call is final and fails the run', async () => {
  const log: unknown[] = [];
  const engine = createEngine();
  const waiting = await engine.run(makeDesk(log), { amount: 300 });
  const run = await engine.resumeRun(waiting.runId, {
    decisions: { [waiting.approvals[0]!.approvalId]: { decision: 'reject', note: 'no' } },
  });
  expect(run).toMatchObject({
    status: 'failed',
    error: {
      code: 'APPROVAL_REJECTED',
      message: 'Tool "issueRefund" was rejected by the user. Feedback: no',
    },
    toolCalls: [{ status: 'rejected' }],
  });
  expect(log).toEqual([]);
});
