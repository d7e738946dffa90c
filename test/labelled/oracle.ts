import type { Channel } from '../../src/tool/channel.ts';
import type { Tool } from '../../src/tool/tool.ts';
import type { WorldInstance } from '../../src/tool/world.ts';
import type { Disturbance } from './plans.ts';
import type { Variant } from './variants.ts';

/**
 * An independent judge of a label: it knows neither the broker nor the experiments. It executes the tool's code with a
 * context of its own under one disturbance and weighs the world, instead of comparing it part by part.
 */
export async function oracleSeesExtraEffect(variant: Variant, disturbance: Disturbance): Promise<boolean> {
  const quietMs = variant.plan.label === 'faulty' ? 250 : 60;
  const once = await visit(variant, (bench) => bench.execute(), quietMs);
  if (disturbance === 'other') return seesSwallowed(variant);
  const rounds = disturbance === 'lost' || disturbance === 'refused' || disturbance === 'death' ? 8 : 1;
  for (let round = 1; round <= rounds; round += 1) {
    const again = await visit(variant, (bench) => disturb(bench, disturbance, round), quietMs);
    if (again > once) return true;
  }
  return false;
}

interface Bench {
  instance: WorldInstance;
  channels: readonly Channel[];
  execute(tool?: Tool, key?: string): Promise<unknown>;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function visit(
  variant: Variant,
  act: (bench: Bench) => Promise<unknown>,
  quietMs = 60,
): Promise<number> {
  const instance = await variant.world();
  const steps = new Map<string, unknown>();
  const find = (tools: readonly Tool[]): Tool => tools.find(({ name }) => name === variant.toolName)!;
  const bench: Bench = {
    instance,
    channels: instance.channels ?? [],
    execute: async (tool = find(instance.tools), key = 'key-1') =>
      tool.execute(variant.inputs[1], {
        idempotencyKey: key,
        log: () => undefined,
        step: {
          async run(name: string, fn: () => unknown) {
            if (!steps.has(name)) steps.set(name, await fn());
            return steps.get(name);
          },
        },
      } as never),
  };
  try {
    await act(bench);
    await pause(quietMs);
    return weigh(await instance.observe());
  } finally {
    await instance.dispose();
  }
}

async function disturb(bench: Bench, disturbance: Disturbance, round: number): Promise<void> {
  const { instance, channels, execute } = bench;
  if (disturbance === 'race') return race(bench);
  if (disturbance === 'repeat' || disturbance === 'restart' || disturbance === 'hour') {
    await execute();
    await pause(60);
    if (disturbance === 'hour') await instance.clock?.advance(3_600_000);
    const tools = disturbance === 'restart' ? await instance.restart?.() : undefined;
    await execute(tools?.[0]).catch(() => undefined);
    return;
  }
  const faults = {
    lost: ['reply-dropped', 'error-after-commit'],
    refused: ['refused'],
    death: ['crash'],
  } as const;
  const kinds = faults[disturbance as keyof typeof faults];
  const kind = kinds[round % kinds.length]!;
  const operation = Math.ceil(round / kinds.length);
  let died = false;
  for (const channel of channels) {
    if (!channel.faults.includes(kind)) continue;
    void channel.disturb(kind, operation).then(() => (died = kind === 'crash'));
    break;
  }
  const first = execute().then(
    () => true,
    () => false,
  );
  const ended = await (kind === 'crash' ? Promise.race([first, pause(60).then(() => !died)]) : first);
  if (ended) return;
  const tools = kind === 'crash' ? await instance.restart?.() : undefined;
  await execute(tools?.[0]).catch(() => undefined);
}

// Both executions go in lockstep: each operation waits for the same turn of the other one.
async function race({ channels, execute }: Bench): Promise<void> {
  for (const channel of channels) channel.hold(() => pause(8));
  await Promise.allSettled([execute(), execute()]);
}

async function seesSwallowed(variant: Variant): Promise<boolean> {
  const [small] = [variant.inputs[1]!];
  const changed = { ...variant, inputs: [small, { ...small, [variant.look.amount]: 77 }] };
  const both = await visit(variant, async ({ execute, instance }) => {
    await execute();
    const tool = instance.tools.find(({ name }) => name === variant.toolName)!;
    await tool.execute(changed.inputs[1], { idempotencyKey: 'key-2', log: () => undefined } as never);
  });
  const once = await visit(variant, ({ execute }) => execute());
  return both === once;
}

/** How much there is in a world: entries, characters and amounts. More of anything weighs more. */
function weigh(value: unknown): number {
  if (typeof value === 'number') return Math.abs(value) < 1e9 ? value : 0;
  if (typeof value === 'string') return /^\d+$/.test(value) ? Number(value) : value.length / 1_000;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, item) => sum + 1 + weigh(item), 0);
}
