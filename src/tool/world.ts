import type { VirtualClock } from '../core/clock.ts';
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

export type World = () => WorldInstance | Promise<WorldInstance>;
