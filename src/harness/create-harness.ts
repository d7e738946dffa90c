import { resolve } from 'node:path';
import type { Harness, HarnessOptions } from './harness.ts';
import { openHarness } from './open-harness.ts';
import { placeOf } from './session/recording-place.ts';

let count = 0;

// No configuration stands behind a harness that code makes itself.
const alone = { judging: [], worlds: {}, waivers: [] };

/**
 * Joins broker, engine and recording for the runs of one test or script. With a `name` the runs are recorded, or replayed
 * from the golden recording of that name; without one they are live and nothing is written. Call `close` at the end.
 */
export function createHarness(options: HarnessOptions = {}): Harness {
  const root = process.cwd();
  const { name, seed } = options;
  const address = { spec: '', testName: '', configFile: undefined };
  if (name === undefined) {
    const place = { root, file: undefined, id: `unnamed-${(count += 1)}`, test: '', address };
    return openHarness(options, {
      ...place,
      ...alone,
      commandLineMode: undefined,
      environment: process.env,
      seed,
    });
  }
  const place = placeOf({
    root,
    recordings: resolve(root, options.recordings ?? 'recordings'),
    spec: '',
    test: name,
    name,
    owner: `harness ${name}`,
    commandLineMode: undefined,
    seed,
    testName: name,
    configFile: undefined,
  });
  return openHarness(options, { ...place, ...alone });
}
