import type { VirtualClock } from '../core/clock.ts';
import type { Tool } from './tool.ts';

/** A fresh place in which tools have effects that can be seen, made anew for every probe. */
export interface WorldInstance {
  tools: readonly Tool[];
  /** The committed effects and the state, as plain JSON; called after the world has come to rest. */
  observe(): unknown;
  dispose(): void | Promise<void>;
  clock?: VirtualClock;
}

export type World = () => WorldInstance | Promise<WorldInstance>;
