import { asyncProperty, check, type Arbitrary } from 'fast-check';
import { formatToken, type ReplayToken } from './replay-token.ts';

/** How a law was broken; two violations with one signature are the same fault. */
export interface Violation {
  signature: string;
}

export interface SearchOptions<Input, Found extends Violation> {
  inputs: Arbitrary<Input>;
  /** Tries one input; undefined when the law holds. */
  attempt(input: Input): Promise<Found | undefined>;
  runs: number;
  token: ReplayToken;
  /** The whole search, shrinking included, ends after this. */
  timeMs: number;
  /** Inputs that broke the law once, each with the token that found it; they are tried first. */
  examples?: readonly { input: Input; token: string }[];
}

export interface SearchResult<Input, Found extends Violation> {
  /** How many inputs were tried before the first that broke the law, or in all. */
  runs: number;
  found?: { input: Input; violation: Found; token: string; shrinks: number };
}

/** Looks for an input that breaks a law, and for the simplest that breaks it in the same way. */
export async function search<Input, Found extends Violation>(
  options: SearchOptions<Input, Found>,
): Promise<SearchResult<Input, Found>> {
  const { examples = [], attempt, token } = options;
  if (token.path === undefined) {
    for (const example of examples) {
      if ((await attempt(example.input)) === undefined) continue;
      const shrunk = await searchMade({ ...options, runs: 1, first: example.input });
      if (shrunk.found) return { runs: 1, found: { ...shrunk.found, token: example.token } };
    }
  }
  return searchMade(options);
}

async function searchMade<Input, Found extends Violation>(
  options: SearchOptions<Input, Found> & { first?: Input },
): Promise<SearchResult<Input, Found>> {
  const { inputs, attempt, runs, token, timeMs } = options;
  let signature: string | undefined;
  let last: { input: Input; violation: Found } | undefined;
  const property = asyncProperty(inputs, async (input) => {
    const violation = await attempt(input);
    if (violation === undefined) return;
    signature ??= violation.signature;
    // A simpler input that fails for another reason is no simpler case of this fault.
    if (violation.signature !== signature) return;
    last = { input, violation };
    throw new Error(signature);
  });
  const outcome = await check(property, {
    seed: token.seed,
    ...(token.path !== undefined && { path: token.path }),
    numRuns: runs,
    interruptAfterTimeLimit: timeMs,
    ...('first' in options && { examples: [[options.first as Input]] as [Input][] }),
  });
  if (!outcome.failed || last === undefined) return { runs: outcome.numRuns };
  const { input, violation } = last;
  const place = formatToken({ seed: token.seed, path: outcome.counterexamplePath ?? '' });
  return {
    runs: outcome.numRuns,
    found: { input, violation, token: place, shrinks: outcome.numShrinks },
  };
}
