import type { VirtualClock } from '../../core/clock.ts';
import type { Channel } from '../../tool/channel.ts';
import type { Tool } from '../../tool/tool.ts';
import type { World } from '../../tool/world.ts';

/** What one fresh world consists of. */
export interface WorldParts {
  channels: readonly Channel[];
  /** Makes the tools; called again for each restart, so that memory kept inside is lost as in a new process. */
  tools(): readonly Tool[] | Promise<readonly Tool[]>;
  clock?: VirtualClock;
}

/**
 * Makes a world from channels: what it shows is what the channels have committed, by their names. `make` is called anew
 * for every experiment.
 */
export function createWorld(make: () => WorldParts | Promise<WorldParts>): World {
  return async () => {
    const { channels, tools, clock } = await make();
    return {
      tools: await tools(),
      channels,
      ...(clock !== undefined && { clock }),
      restart: tools,
      async observe() {
        const seen: [string, unknown][] = [];
        for (const channel of channels) seen.push([channel.name, await channel.observe()]);
        return Object.fromEntries(seen);
      },
      async dispose() {
        for (const channel of channels) await channel.dispose?.();
      },
    };
  };
}
