import { z } from 'zod';
import type { EventType } from '../../trace/events.ts';

const errorRecord: z.ZodType = z.lazy(() =>
  z.looseObject({ code: z.string(), status: z.number(), message: z.string(), cause: errorRecord.optional() }),
);
const issues = z.array(
  z.looseObject({
    path: z.array(z.union([z.string(), z.number()])),
    code: z.string(),
    message: z.string(),
  }),
);
const text = z.string();
const base = { scope: text.optional(), atMs: z.number().optional() };
const call = { ...base, callId: text, toolName: text };
const index = z.int().min(0);

// Loose, so that a field that a later release of the same version adds is kept and not refused.
const event = <Type extends EventType>(type: Type, shape: z.ZodRawShape): z.ZodObject =>
  z.looseObject({ type: z.literal(type), ...shape });

const step = { ...base, stepKey: text, stepKind: text };
const attempt = { ...call, attempt: z.int().min(1) };

/** One event of a recording, without its number. */
export const eventSchema = z.discriminatedUnion(
  'type',
  [
    event('run.started', {
      ...base,
      target: z.object({ kind: z.enum(['workflow', 'agent', 'tool', 'function']), name: text }),
      input: z.unknown(),
    }),
    event('run.suspended', { ...base, waitingFor: z.array(text) }),
    event('run.resumed', base),
    event('run.completed', { ...base, output: z.unknown() }),
    event('run.failed', { ...base, error: errorRecord }),
    event('run.cancelled', { ...base, reason: text.optional() }),
    event('step.started', { ...step, agentName: text.optional() }),
    event('step.completed', { ...step, output: z.unknown() }),
    event('step.failed', { ...step, error: errorRecord }),
    event('model.requested', { ...base, requestId: text, modelId: text, request: z.unknown() }),
    event('model.responded', {
      ...base,
      requestId: text,
      response: z.unknown().optional(),
      error: errorRecord.optional(),
    }),
    event('tool.requested', {
      ...call,
      agentName: text.optional(),
      stepIndex: z.int(),
      input: z.unknown(),
      rawInput: text.optional(),
      batch: z.object({ id: text, index }).optional(),
    }),
    event('tool.input_rejected', { ...call, error: errorRecord, issues }),
    event('tool.allowed', { ...call, parsedInput: z.unknown().optional() }),
    event('tool.blocked', { ...call, reason: text, error: errorRecord, parsedInput: z.unknown().optional() }),
    event('tool.attempt_started', attempt),
    event('tool.attempt_failed', { ...attempt, error: errorRecord }),
    event('tool.attempt_timed_out', { ...attempt, error: errorRecord }),
    event('tool.output_rejected', { ...call, returned: z.unknown(), error: errorRecord, issues }),
    event('tool.succeeded', { ...call, output: z.unknown(), returned: z.unknown().optional() }),
    event('tool.failed', { ...call, error: errorRecord }),
    event('tool.rejected', { ...call, error: errorRecord }),
    event('policy.matched', {
      ...call,
      policyName: text,
      ruleIndex: index,
      ruleType: z.enum(['block', 'requireApproval', 'redact', 'log']),
      reason: text.optional(),
      level: text.optional(),
    }),
    event('approval.requested', { ...call, approvalId: text, reasons: z.array(text) }),
    event('approval.decided', {
      ...call,
      approvalId: text,
      decision: z.enum(['approved', 'rejected', 'expired']),
      decidedBy: text.optional(),
      note: text.optional(),
    }),
    event('http.exchanged', { ...base, callId: text.optional(), exchange: z.unknown() }),
    event('log', {
      ...base,
      callId: text.optional(),
      level: text,
      message: text,
      data: z.unknown().optional(),
    }),
  ],
  { error: 'is no kind of event that this release knows' },
);
