import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as fc from 'fast-check';
import { z } from 'zod';
import { explain, invalidInputs, validInputs } from '../src/fuzz.ts';
import { valueSource } from '../src/fuzz/value-source.ts';

/**
 * Generating from the 148 constructs of zod: how many are wholly valid, how fast beside other generators (alternated in one
 * run, over the constructs that both get right), how many rules can be broken alone, and whether a label is ever false.
 * Values for each construct: BENCH_VALUES, 1000 unless given.
 */
const count = Number(process.env['BENCH_VALUES'] ?? 1_000);
const file = fileURLToPath(new URL('../../shared/conformance/zod-constructs.mjs', import.meta.url));
if (!existsSync(file))
  throw new Error('The list of constructs is not beside the repository; there is nothing to measure.');
const { constructs } = (await import(pathToFileURL(file).href)) as {
  constructs: (zod: unknown, version: number) => { name: string; make: () => z.ZodType }[];
};

/** Makes a function that gives one value per call. */
type Maker = (schema: z.ZodType) => () => unknown;

// Loaded by name: their types are of no use here, and a peer that is missing is left out.
const load = (name: string): Promise<unknown> => import(name);

async function loadPeers(): Promise<[string, Maker][]> {
  const peers: [string, Maker][] = [];
  const add = async (name: string, open: () => Promise<Maker>): Promise<void> => {
    try {
      peers.push([name, await open()]);
    } catch {
      console.log(`${name} is not installed and left out`);
    }
  };
  await add('zocker', async () => {
    const { zocker } = (await load('zocker')) as { zocker: (schema: z.ZodType) => { generate(): unknown } };
    return (schema) => () => zocker(schema).generate();
  });
  await add('zod-schema-faker', async () => {
    const { fake, setFaker } = (await load('zod-schema-faker/v4')) as unknown as {
      fake: (schema: z.ZodType) => unknown;
      setFaker: (faker: unknown) => void;
    };
    setFaker(((await load('@faker-js/faker')) as { faker: unknown }).faker);
    return (schema) => () => fake(schema);
  });
  await add('json-schema-faker', async () => {
    const module = (await load('json-schema-faker')) as unknown as Record<string, unknown>;
    const generate = (module['generate'] ?? module['default']) as (schema: unknown) => unknown;
    return (schema) => {
      const document = z.toJSONSchema(schema, { io: 'input' });
      return () => generate(document);
    };
  });
  return peers;
}

interface Measured {
  valid: boolean;
  perSecond: number;
}

async function measure(schema: z.ZodType, maker: Maker, values: number): Promise<Measured> {
  try {
    const make = maker(schema);
    await make();
    const made: unknown[] = [];
    const start = performance.now();
    for (let index = 0; index < values && performance.now() - start < 2_000; index++) made.push(await make());
    const perSecond = made.length / ((performance.now() - start) / 1_000);
    for (const value of made)
      if (!(await schema.safeParseAsync(value)).success) return { valid: false, perSecond };
    return { valid: true, perSecond };
  } catch {
    return { valid: false, perSecond: 0 };
  }
}

const ours: Maker = (schema) => {
  const values = fc.sample(validInputs(schema), { numRuns: 1, seed: 1 });
  const source = valueSource(schema);
  let batch = values;
  return () => {
    // Handed out in batches, as fast-check itself draws them.
    if (batch.length === 0) batch = fc.sample(validInputs(source.schema), 200);
    return batch.pop();
  };
};

const peers = await loadPeers();
const ratios = new Map<string, number[]>(peers.map(([name]) => [name, []]));
const right = new Map<string, number>();
let [rules, broken, labels, falseLabels, rejected, made] = [0, 0, 0, 0, 0, 0];
const wrong: string[] = [];
const all = constructs(z, 4);
for (const { name, make } of all) {
  const schema = name === 'custom' ? make().meta({ touchstone: { examples: ['1px', '20px'] } }) : make();
  const own = await measure(schema, ours, count);
  if (!own.valid) wrong.push(name);
  for (const [peer, maker] of peers) {
    const other = await measure(schema, maker, Math.min(count, 300));
    if (!other.valid) continue;
    right.set(peer, (right.get(peer) ?? 0) + 1);
    if (own.valid) ratios.get(peer)!.push(own.perSecond / other.perSecond);
  }
  const { counts } = valueSource(schema);
  if (!/refine|check|custom|instanceof/i.test(name))
    [rejected, made] = [rejected + counts.rejected, made + counts.made];
  const explained = explain(schema).rules;
  rules += explained.length;
  broken += explained.filter(({ status }) => status === 'breakable').length;
  if (explained.every(({ status }) => status !== 'breakable')) continue;
  for (const { value, expect } of fc.sample(invalidInputs(schema), {
    numRuns: Math.ceil(count / 3),
    seed: 2,
  })) {
    labels++;
    const { error } = await schema.safeParseAsync(value);
    const same = error?.issues.some(
      ({ code, path }) => code === expect.code && path.join() === expect.path.join(),
    );
    if (same !== true) falseLabels++;
  }
}
const mean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
console.log(
  `valid over ${count} values   ${all.length - wrong.length} of ${all.length} constructs ${wrong.join(', ')}`,
);
console.log(
  `thrown away inside      ${((100 * rejected) / (made + rejected)).toFixed(2)} % (constructs without rules in code)`,
);
console.log(`rules broken alone      ${broken} of ${rules} (${((100 * broken) / rules).toFixed(1)} %)`);
console.log(`false labels            ${falseLabels} of ${labels}`);
for (const [peer, list] of ratios) {
  console.log(
    `speed beside ${peer.padEnd(18)} ${mean(list).toFixed(1)} x over ${list.length} constructs; it gets ${right.get(peer) ?? 0} right`,
  );
}
