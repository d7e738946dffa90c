import { isEqual } from '../../core/canonical.ts';
import type { Json } from '../../core/json.ts';
import type { Bench } from './experiment.ts';
import { holdCall } from '../bench/hold-call.ts';
import { openWorld } from '../bench/open-world.ts';
import { waitForQuiet } from '../bench/wait-for-quiet.ts';

/** One call of a series in one world: what was there before it, and after it. */
export interface SeriesCall {
  inputIndex: number;
  returned: boolean;
  before: Json;
  after: Json;
}

/** Between two calls of a series effects may still arrive for this long, in milliseconds. */
const SHORT_QUIET_MS = 20;

/** Makes a call with every input, one after the other in one and the same world, and looks at it after each. */
export async function oneAfterAnother(bench: Bench): Promise<SeriesCall[]> {
  const world = await openWorld(bench.world, bench.toolName);
  try {
    const series: SeriesCall[] = [];
    let before = await world.observe();
    for (const [inputIndex, input] of bench.inputs.entries()) {
      const call = holdCall(world.tool, input);
      const { outcome } = await call.attempt((parsed, ctx) => world.tool.execute(parsed, ctx));
      let after = await world.observe();
      // A call without a visible effect may have one on its way.
      if (isEqual(before, after)) {
        await waitForQuiet([world], Math.min(bench.quietMs, SHORT_QUIET_MS));
        after = await world.observe();
      }
      series.push({ inputIndex, returned: outcome === 'returned', before, after });
      before = after;
    }
    return series;
  } finally {
    await world.dispose();
  }
}
