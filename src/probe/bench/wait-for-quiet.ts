import { setTimeout as wait } from 'node:timers/promises';
import type { OpenWorld } from './open-world.ts';

/**
 * Gives late effects their time: one real wait for all worlds together, and the same length on the clock of every world
 * that has its own.
 */
export async function waitForQuiet(worlds: readonly OpenWorld[], quietMs: number): Promise<void> {
  for (const { clock } of worlds) await clock?.advance(quietMs);
  if (quietMs > 0) await wait(quietMs);
}
