import { z } from 'zod';
import type { EngineOptions } from '../engine.ts';
import { callable, ofKind } from '../declared-parts.ts';

const seam = <Value>(...methods: string[]): z.ZodType<Value> =>
  z.custom<Value>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      methods.every((name) => typeof (value as Record<string, unknown>)[name] === 'function'),
    { error: `must have ${methods.join(', ')}` },
  );

/** What `createEngine` takes, checked. */
export const engineOptions = z.strictObject({
  store: seam('open', 'write', 'readRun', 'readJournal').optional(),
  tools: z.array(ofKind('tool')).optional(),
  workflows: z.array(ofKind('workflow')).optional(),
  agents: z.array(ofKind('agent')).optional(),
  policies: z.array(ofKind('policy')).optional(),
  clock: seam('now', 'setTimer').optional(),
  ids: seam('uuid', 'random').optional(),
  hooks: z
    .strictObject({
      executeStage: callable().optional(),
      onEvent: callable().optional(),
      wrapModel: callable().optional(),
      callModel: callable().optional(),
    })
    .optional(),
  onUnknownOutcome: z.enum(['retry', 'fail', 'ask']).optional(),
  graceMs: z.number().min(0).optional(),
  maxValueLength: z.int().positive().optional(),
  onPoint: callable().optional(),
}) as unknown as z.ZodType<EngineOptions>;
