import type { VirtualClock } from '../core/clock.ts';
import type { ToolSurface } from '../trace/recording.ts';
import type { Channel } from './channel.ts';
import type { Tool } from './tool.ts';

/** A fresh place in which tools have effects that can be seen, made anew for every probe. */
export interface WorldInstance {
  tools: readonly Tool[];
  /** The committed effects and the state, as plain JSON; called after the world has come to rest. */
  observe(): unknown;
  dispose(): void | Promise<void>;
  clock?: VirtualClock;
  /** What experiments can disturb. Without channels only whole executions can be repeated. */
  channels?: readonly Channel[];
  /** Makes the tools anew, as a fresh process would: their memory is lost, everything outside stays. */
  restart?(): readonly Tool[] | Promise<readonly Tool[]>;
}

/** Makes a fresh place for tools. */
export interface World {
  (): WorldInstance | Promise<WorldInstance>;
  /**
   * For tools whose definition lives elsewhere (MCP): makes them from what a recording says of them, so that a replay
   * needs no world.
   */
  fromSurfaces?(surfaces: readonly ToolSurface[]): Tool[];
}
