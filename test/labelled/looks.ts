import type { ToolContext } from '../../src/tool/context.ts';
import { tool } from '../../src/tool/define-tool.ts';
import type { Tool, ToolAnnotations } from '../../src/tool/tool.ts';
import { z } from 'zod';

/** What every tool of the set is asked for. Names differ from look to look; behaviour does not. */
export interface Job {
  subject: string;
  amount: number;
}

export type Behaviour = (job: Job, ctx: ToolContext) => unknown;

/** A surface that must not matter: other names of tool and fields, and code around the same behaviour. */
export interface Look {
  id: string;
  toolName: string;
  subject: string;
  amount: string;
  wrap(behaviour: Behaviour): Behaviour;
}

const names = [
  { toolName: 'issueRefund', subject: 'orderId', amount: 'amount' },
  { toolName: 'post_entry', subject: 'account', amount: 'cents' },
  { toolName: 'notify.customer', subject: 'recipient', amount: 'level' },
];

const wraps: ((behaviour: Behaviour) => Behaviour)[] = [
  (behaviour) => behaviour,
  // Results that are different each time are no effects.
  (behaviour) => async (job, ctx) => {
    const result: unknown = await behaviour(job, ctx);
    return { result, requestId: Math.random().toString(36), at: Date.now() };
  },
  (behaviour) => async (job, ctx) => {
    await Promise.resolve();
    const result: unknown = await behaviour({ ...job }, ctx);
    ctx.log('done');
    return result;
  },
];

export const looks: readonly Look[] = names.flatMap((name, nameIndex) =>
  wraps.map((wrap, wrapIndex) => ({ ...name, id: `${nameIndex}${wrapIndex}`, wrap })),
);

/** Declares the behaviour as a tool of that look. */
export function dress(look: Look, behaviour: Behaviour, annotations: ToolAnnotations = {}): Tool {
  const run = look.wrap(behaviour);
  return tool({
    name: look.toolName,
    description: 'Does one job of the labelled set in its world.',
    inputSchema: z.object({ [look.subject]: z.string(), [look.amount]: z.number() }),
    outputSchema: z.unknown(),
    annotations,
    execute: (input: Record<string, unknown>, ctx: ToolContext) =>
      run({ subject: String(input[look.subject]), amount: Number(input[look.amount]) }, ctx),
  }) as Tool;
}

/** The inputs of a look, as a caller would send them. */
export function inputsOf(look: Look): Record<string, unknown>[] {
  return [
    { [look.subject]: 's-100', [look.amount]: 40 },
    { [look.subject]: 's-1', [look.amount]: 5 },
  ];
}
