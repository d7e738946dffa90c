import { z } from 'zod';
import { readSchema } from '../src/schema/read-schema.ts';

/** What a parse through a Schema costs beside zod's own safeParse: an object of four fields, alternated, best of 7. */
const source = z.object({ id: z.string(), amount: z.number(), ok: z.boolean(), note: z.string().optional() });
const schema = readSchema(source);
const good = { id: 'a', amount: 3, ok: true, note: 'x' };
const bad = { id: 'a', amount: 'x', ok: true };

function time(run: () => unknown): number {
  const count = 200_000;
  const start = process.hrtime.bigint();
  for (let index = 0; index < count; index++) run();
  return Number(process.hrtime.bigint() - start) / count;
}

function best(runs: Record<string, () => unknown>): Record<string, number> {
  const result: Record<string, number> = {};
  for (let round = 0; round < 7; round++) {
    for (const [name, run] of Object.entries(runs))
      result[name] = Math.min(result[name] ?? Infinity, time(run));
  }
  return result;
}

const times = best({
  'zod, good': () => source.safeParse(good),
  'schema, good': () => schema.parse(good),
  'zod, bad with issues read': () => source.safeParse(bad).error?.issues,
  'schema, bad': () => schema.parse(bad),
});
for (const [name, ns] of Object.entries(times))
  console.log(`${name.padEnd(28)} ${ns.toFixed(0).padStart(6)} ns`);
