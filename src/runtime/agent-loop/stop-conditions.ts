import { z } from 'zod';
import type { ModelUsage } from './language-model.ts';

/** One turn of the loop: what the model said and which tools it asked for. */
export interface Turn {
  text: string;
  toolNames: string[];
  usage: ModelUsage;
}

/**
 * When the loop ends although the model asked for tools: after so many turns, from so many tokens in all, once every
 * named tool was asked for, once every text was said, or when a function says so.
 */
export type StopCondition =
  | { turns: number }
  | { tokens: number }
  | { toolsUsed: readonly string[] }
  | { texts: readonly string[] }
  | ((turns: readonly Turn[]) => boolean | Promise<boolean>);

const names = z.array(z.string().min(1)).min(1);

export const stopCondition: z.ZodType<StopCondition> = z.union(
  [
    z.strictObject({ turns: z.int().positive() }),
    z.strictObject({ tokens: z.int().positive() }),
    z.strictObject({ toolsUsed: names }),
    z.strictObject({ texts: names }),
    z.custom<Extract<StopCondition, (...turns: never) => unknown>>((value) => typeof value === 'function'),
  ],
  { error: 'must be { turns }, { tokens }, { toolsUsed }, { texts } or a function' },
);

/** Tells whether one of the conditions holds after a turn. */
export async function isDone(conditions: readonly StopCondition[], turns: readonly Turn[]): Promise<boolean> {
  for (const condition of conditions) if (await holds(condition, turns)) return true;
  return false;
}

function holds(condition: StopCondition, turns: readonly Turn[]): boolean | Promise<boolean> {
  if (typeof condition === 'function') return condition(turns);
  if ('turns' in condition) return turns.length >= condition.turns;
  if ('tokens' in condition) {
    return turns.reduce((sum, { usage }) => sum + (usage.totalTokens ?? 0), 0) >= condition.tokens;
  }
  if ('toolsUsed' in condition) {
    return condition.toolsUsed.every((name) => turns.some(({ toolNames }) => toolNames.includes(name)));
  }
  const said = turns.map(({ text }) => text).join(' ');
  return condition.texts.every((text) => said.includes(text));
}
