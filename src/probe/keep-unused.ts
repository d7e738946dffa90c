import type { Tool } from '../tool/tool.ts';
import type { World, WorldInstance } from '../tool/world.ts';

/** A world that hands out again an instance in which no tool was executed. */
export interface ThriftyWorld {
  world: World;
  /** Disposes of the instance that is kept, if there is one. */
  close(): Promise<void>;
}

/** For worlds that are slow to make: an instance that was only looked at serves the next experiment too. */
export function keepUnused(world: World): ThriftyWorld {
  let spare: WorldInstance | undefined;
  return {
    async world() {
      const instance = spare ?? (await world());
      spare = undefined;
      let used = false;
      const watch = (tool: Tool): Tool =>
        Object.freeze<Tool>({
          ...tool,
          execute(input, ctx) {
            used = true;
            return tool.execute(input, ctx);
          },
        });
      return {
        ...instance,
        tools: instance.tools.map(watch),
        observe: () => instance.observe(),
        dispose() {
          if (used) return instance.dispose();
          spare = instance;
          return undefined;
        },
      };
    },
    async close() {
      await spare?.dispose();
      spare = undefined;
    },
  };
}
