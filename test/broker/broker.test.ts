import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { virtualClock } from '../../src/core/clock.ts';
import { createBroker } from '../../src/broker/broker.ts';
import { policy } from '../../src/policy/policy.ts';
import { tool } from '../../src/tool/define-tool.ts';
import type { TraceEvent } from '../../src/trace/events.ts';

const refund = tool({
  name: 'issueRefund',
  description: 'Issues a refund for an order',
  inputSchema: z.object({ orderId: z.string().min(1), amount: z.number().positive() }),
  outputSchema: z.object({ refundId: z.string() }),
  allowedAgentNames: ['refund-specialist'],
  execute: (input) => ({ refundId: `re_${input.orderId}` }),
});
const request = {
  toolName: 'issueRefund',
  agentName: 'refund-specialist',
  input: { orderId: 'o-1', amount: 5 },
};

describe('createBroker', () => {
  test('leads a call through all stages and tells each', async () => {
    const events: TraceEvent[] = [];
    const broker = createBroker({ tools: [refund], onEvent: (event) => events.push(event) });
    expect(await broker.call(request)).toEqual({
      status: 'succeeded',
      callId: 'broker/issueRefund#1',
      toolName: 'issueRefund',
      output: { refundId: 're_o-1' },
    });
    const about = { callId: 'broker/issueRefund#1', scope: 'broker', toolName: 'issueRefund' };
    expect(events).toEqual([
      {
        seq: 1,
        type: 'tool.requested',
        ...about,
        agentName: 'refund-specialist',
        stepIndex: 0,
        input: request.input,
      },
      { seq: 2, type: 'tool.allowed', ...about },
      { seq: 3, type: 'tool.attempt_started', ...about, attempt: 1 },
      { seq: 4, type: 'tool.succeeded', ...about, output: { refundId: 're_o-1' } },
    ]);
  });

  test('a timeout aborts the signal and the last error is exact', async () => {
    const clock = virtualClock();
    const events: TraceEvent[] = [];
    let aborted = false;
    const slow = tool({
      ...options(),
      name: 'slow',
      timeoutMs: 50,
      retry: { maxAttempts: 2, backoffMs: 10 },
      execute: (_input, ctx) =>
        new Promise((resolve) => {
          ctx.signal.addEventListener('abort', () => (aborted = true));
          clock.setTimer(clock.now() + 500, () => resolve({}));
        }),
    });
    const broker = createBroker({ tools: [slow], clock, onEvent: (event) => events.push(event) });
    const pending = broker.call({ toolName: 'slow', input: {} });
    await clock.advance(1_000);
    const result = await pending;
    expect(
      result.status === 'failed' && [result.error?.code, result.error?.status, result.error?.message],
    ).toEqual(['TOOL_TIMED_OUT', 500, 'tool slow timed out after 50ms']);
    expect(aborted).toBe(true);
    expect(events.map((event) => event.type)).toEqual([
      'tool.requested',
      'tool.allowed',
      'tool.attempt_started',
      'tool.attempt_timed_out',
      'tool.attempt_started',
      'tool.attempt_timed_out',
      'tool.failed',
      'tool.attempt_late',
      'tool.attempt_late',
    ]);
  });

  test('an approved call goes on, the same decision again changes nothing, the opposite is a 409', async () => {
    const events: TraceEvent[] = [];
    const approve = policy({
      name: 'big refunds',
      rules: [
        { type: 'requireApproval', when: { field: 'input.amount', op: 'gt', value: 100 }, reason: 'big' },
      ],
    });
    const broker = createBroker({
      tools: [refund],
      policies: [approve],
      onEvent: (event) => events.push(event),
    });
    const asked = await broker.call({ ...request, input: { orderId: 'o-1', amount: 500 } });
    expect(asked.status).toBe('awaiting_approval');
    expect(broker.approvals()).toHaveLength(1);
    const done = await broker.decide(asked.callId, { decision: 'approve', note: 'fine', decidedBy: 'ann' });
    expect(done.status).toBe('succeeded');
    expect(await broker.decide(asked.callId, 'approve')).toBe(done);
    await expect(broker.decide(asked.callId, 'reject')).rejects.toMatchObject({
      code: 'APPROVAL_ALREADY_DECIDED',
    });
    expect(events.map((event) => event.type)).toEqual([
      'tool.requested',
      'policy.matched',
      'tool.allowed',
      'approval.requested',
      'approval.decided',
      'tool.attempt_started',
      'tool.succeeded',
    ]);
  });

  test('a rejection carries the feedback', async () => {
    const gated = tool({ ...options(), requiresApproval: true });
    const broker = createBroker({ tools: [gated] });
    const asked = await broker.call({ toolName: 'gated', input: {} });
    const result = await broker.decide(asked.callId, { decision: 'reject', note: 'no money' });
    expect(result.status === 'rejected' && result.error?.message).toBe(
      'Tool "gated" was rejected by the user. Feedback: no money',
    );
  });
});

function options() {
  return {
    name: 'gated',
    description: 'x',
    inputSchema: z.object({}),
    outputSchema: z.object({}),
    execute: () => ({}),
  };
}
