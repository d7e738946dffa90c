import { isEqual } from '../../src/core/canonical.ts';
import { createBroker } from '../../src/broker/broker.ts';
import type { WorldInstance } from '../../src/tool/world.ts';
import type { Variant } from './variants.ts';

/** What simpler checks say of a tool after two calls; true is "faulty". */
export const baselines: Record<string, (variant: Variant) => Promise<boolean>> = {
  'return values differ': (variant) =>
    twoCalls(variant, async (_world, call) => !isEqual(await call(), await call())),
  'the second call makes as many requests': (variant) =>
    twoCalls(variant, async (world, call) => {
      const requests = (): number =>
        (world.channels ?? []).reduce((sum, channel) => sum + channel.operations(), 0);
      await call();
      const first = requests();
      await call();
      return first > 0 && requests() - first >= first;
    }),
  'no detector': () => Promise.resolve(false),
};

async function twoCalls(
  variant: Variant,
  act: (world: WorldInstance, call: () => Promise<unknown>) => Promise<boolean>,
): Promise<boolean> {
  const world = await variant.world();
  const broker = createBroker({ tools: [...world.tools] });
  try {
    return await act(world, async () => {
      const result = await broker.call({ toolName: variant.toolName, input: variant.inputs[1] });
      return result.status === 'succeeded' ? result.output : result.status;
    });
  } finally {
    await world.dispose();
  }
}
