import { z } from 'zod';
import { createWorld, type WorldParts } from '../../src/probe/channels/create-world.ts';
import { checkIdempotency } from '../../src/probe/check-idempotency.ts';
import type { ToolContext } from '../../src/tool/context.ts';
import { tool } from '../../src/tool/define-tool.ts';
import type { Tool, ToolAnnotations } from '../../src/tool/tool.ts';

export interface Order {
  orderId: string;
  amount: number;
}

export type Execute = (input: Order, ctx: ToolContext) => unknown;

/** A tool of one refund. */
export function declare(execute: Execute, annotations: ToolAnnotations = {}): Tool {
  return tool({
    name: 'refund',
    description: 'Pays money back for an order.',
    inputSchema: z.object({ orderId: z.string(), amount: z.number() }),
    outputSchema: z.unknown(),
    annotations,
    execute: execute as never,
  }) as Tool;
}

export const inputs = [
  { orderId: 'o-100', amount: 40 },
  { orderId: 'o-1', amount: 5 },
];

/** The verdict of a world, in short. */
export async function check(
  make: () => WorldParts,
): Promise<{ verdict: string; probe: string; input: unknown }> {
  const { verdict, probe, input } = await checkIdempotency({
    world: createWorld(make),
    toolName: 'refund',
    inputs,
    quietMs: 10,
  });
  return { verdict, probe, input };
}
