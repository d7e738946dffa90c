import type { PlanNode } from '../../schema/plan/node.ts';
import { Stuck, type Generator } from '../generator.ts';

/** A rule in code is tried this often, */
const MAX_TRIES = 1_000;
/** and no longer than this. */
const MAX_MS = 60;

/** Keeps only values that the node's own code accepts; gives up within bounds and says how often it agreed. */
export function guarded(node: PlanNode, base: Generator, rule: string): Generator {
  const { accepts } = node;
  if (accepts === undefined) return base;
  let [accepted, tried] = [0, 0];
  const reason = (): string => {
    const rate = ((100 * accepted) / tried).toFixed(accepted === 0 ? 0 : 2);
    return `its code accepted ${rate} % of ${tried} values`;
  };
  const guard: Generator = {
    ...base,
    unguarded: base,
    generate(random, room) {
      // Code that refused everything once is not asked again: a caller that tries often must not wait often.
      if (accepted === 0 && tried > 0) throw new Stuck(node, rule, reason());
      let deadline = 0;
      for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
        const value = base.generate(random, room);
        tried++;
        if (accepts(value) !== false) {
          accepted++;
          return value;
        }
        random.rejected++;
        if (attempt === 32) deadline = performance.now() + MAX_MS;
        if (attempt > 32 && attempt % 16 === 0 && performance.now() > deadline) break;
      }
      throw new Stuck(node, rule, reason());
    },
  };
  if (base.domain !== undefined) {
    const domain = base.domain.filter((value) => accepts(value) !== false);
    if (domain.length > 0)
      Object.assign(guard, {
        domain,
        generate: (random: { below(n: number): number }) => domain[random.below(domain.length)],
      });
  }
  return guard;
}
