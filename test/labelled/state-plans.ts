import { hash, randomKey } from './place.ts';
import { faulty, sound, type Plan } from './plans.ts';

/** Tools that change rows and files. */
export const statePlans: readonly Plan[] = [
  faulty(
    's01',
    'increment instead of set',
    'repeat',
    ({ rows }) =>
      (job) =>
        rows.update(job.subject, (row) => ({ ...row, value: row.value + job.amount })),
  ),
  faulty('s02', 'memory-only dedup', 'restart', ({ rows }) => {
    const seen = new Set<string>();
    return async (job, ctx) => {
      if (seen.has(ctx.idempotencyKey)) return;
      await rows.update(job.subject, (row) => ({ ...row, value: row.value + job.amount }));
      seen.add(ctx.idempotencyKey);
    };
  }),
  faulty('s03', 'check-then-act', 'race', ({ rows, done }) => async (job, ctx) => {
    if ((await done.get(ctx.idempotencyKey)) !== undefined) return;
    await rows.update(job.subject, (row) => ({ ...row, value: row.value + job.amount }));
    await done.put(ctx.idempotencyKey, { atMs: 0 });
  }),
  faulty(
    's04',
    'insert under a random key',
    'repeat',
    ({ rows }) =>
      (job) =>
        rows.insert(randomKey(), { value: job.amount }),
  ),
  faulty(
    's05',
    'a read that counts its views',
    'repeat',
    ({ rows }) =>
      (job) =>
        rows.update(job.subject, (row) => ({ ...row, value: row.value + 1 })),
    { readOnlyHint: true },
  ),
  faulty('s06', 'short TTL', 'hour', ({ rows, done, clock }) => async (job, ctx) => {
    const seen = await done.get(ctx.idempotencyKey);
    if (seen !== undefined && clock.now() - seen.atMs < 600_000) return;
    await done.put(ctx.idempotencyKey, { atMs: clock.now() });
    await rows.update(job.subject, (row) => ({ ...row, value: row.value + job.amount }));
  }),
  faulty(
    's07',
    'charges the total again instead of the difference',
    'repeat',
    ({ rows, done }) =>
      async (job) => {
        const seen = await done.get(job.subject);
        await done.put(job.subject, { atMs: (seen?.atMs ?? 0) + job.amount });
        void rows;
      },
  ),
  faulty(
    's08',
    'append a line per call',
    'repeat',
    ({ folder }) =>
      (job) =>
        folder.append('notes.txt', `${job.subject}\n`),
  ),
  faulty(
    's09',
    'a new file per call',
    'repeat',
    ({ folder }) =>
      (job) =>
        folder.write(`out/${randomKey()}.txt`, job.subject),
  ),
  faulty(
    's10',
    'file named for the time',
    'hour',
    ({ folder, clock }) =>
      (job) =>
        folder.write(`out/${job.subject}-${Math.floor(clock.now() / 60_000)}.txt`, String(job.amount)),
  ),
  faulty('s11', 'an empty commit each time', 'repeat', ({ folder }) => async () => {
    const log = (await folder.read('log')) ?? '';
    await folder.write('log', `${log}commit\n`);
  }),
  faulty('s12', 'write, then count', 'repeat', ({ folder }) => async (job) => {
    await folder.write(`out/${job.subject}`, String(job.amount));
    await folder.write('count', `${Number((await folder.read('count')) ?? 0) + 1}`);
  }),
  sound(
    's20',
    'set instead of increment',
    ({ rows }) =>
      (job) =>
        rows.put(job.subject, { value: job.amount }),
  ),
  sound('s21', 'insert with a natural key, nothing on conflict', ({ rows }) => async (job) => ({
    created: await rows.insert(`new-${job.subject}`, { value: job.amount }),
  })),
  sound(
    's22',
    'change only what is pending',
    ({ rows }) =>
      (job) =>
        rows.update(job.subject, (row) =>
          row.status === 'pending' ? { ...row, status: 'cancelled' } : undefined,
        ),
  ),
  sound(
    's23',
    'row and key in one operation',
    ({ rows }) =>
      (job, ctx) =>
        rows.insert(ctx.idempotencyKey, { value: job.amount }),
  ),
  sound(
    's24',
    'delete',
    ({ rows }) =>
      (job) =>
        rows.delete(job.subject),
  ),
  sound(
    's25',
    'write a file of a fixed name',
    ({ folder }) =>
      (job) =>
        folder.write(`out/${job.subject}`, `${job.amount}`),
  ),
  sound('s26', 'temporary file, then rename', ({ folder }) => async (job) => {
    await folder.write('out/draft', `${job.amount}`);
    await folder.rename('out/draft', `out/${job.subject}`);
  }),
  sound('s27', 'no empty commit', ({ folder }) => async (job) => {
    const entry = `${hash(job)}\n`;
    const log = (await folder.read('log')) ?? '';
    if (!log.includes(entry)) await folder.write('log', log + entry);
  }),
  sound(
    's28',
    'random result, no effect',
    ({ rows }) =>
      async (job) => ({ id: randomKey(), row: await rows.get(job.subject) }),
    {
      readOnlyHint: true,
      idempotentHint: false,
    },
  ),
  sound('s29', 'cache in the process only', ({ rows }) => {
    const cache = new Map<string, unknown>();
    return async (job) => {
      if (!cache.has(job.subject)) cache.set(job.subject, await rows.get(job.subject));
      return cache.get(job.subject);
    };
  }),
  sound(
    's30',
    'append, declared not idempotent and never retried',
    ({ folder }) =>
      (job) =>
        folder.append('notes.txt', `${job.subject}\n`),
    { idempotentHint: false },
  ),
];
