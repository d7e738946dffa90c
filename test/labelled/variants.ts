import { createWorld } from '../../src/probe/channels/create-world.ts';
import type { World } from '../../src/tool/world.ts';
import { httpPlans } from './http-plans.ts';
import { dress, inputsOf, looks, type Look } from './looks.ts';
import { messagePlans } from './message-plans.ts';
import { createPlace } from './place.ts';
import type { Plan } from './plans.ts';
import { statePlans } from './state-plans.ts';

/** One tool of the set in one look. */
export interface Variant {
  id: string;
  plan: Plan;
  look: Look;
  toolName: string;
  inputs: Record<string, unknown>[];
  world: World;
}

export const plans: readonly Plan[] = [...httpPlans, ...messagePlans, ...statePlans];

/** Every behaviour in every look. */
export const variants: readonly Variant[] = plans.flatMap((plan) =>
  looks.map((look) => ({
    id: `${plan.id}-${look.id}`,
    plan,
    look,
    toolName: look.toolName,
    inputs: inputsOf(look),
    world: createWorld(() => {
      const place = createPlace();
      const tools = () => [dress(look, plan.make(place), plan.annotations)];
      const [first] = tools();
      let given = false;
      return {
        channels: place.used,
        clock: place.clock,
        tools() {
          if (given) return tools();
          given = true;
          return [first!];
        },
      };
    }),
  })),
);
