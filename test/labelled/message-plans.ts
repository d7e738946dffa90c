import { hash, randomKey } from './place.ts';
import { faulty, sound, type Plan } from './plans.ts';

const recipients = ['a', 'b', 'c'];

/** Tools that send mail or publish jobs. */
export const messagePlans: readonly Plan[] = [
  faulty(
    'm01',
    'drop key',
    'repeat',
    ({ mail }) =>
      (job) =>
        mail.send(job),
  ),
  faulty(
    'm02',
    'random key',
    'repeat',
    ({ mail }) =>
      (job) =>
        mail.send(job, { key: randomKey() }),
  ),
  faulty(
    'm03',
    'time key',
    'hour',
    ({ mail, clock }) =>
      (job) =>
        mail.send(job, { key: `${hash(job)}/${Math.floor(clock.now() / 60_000)}` }),
  ),
  faulty('m04', 'memory-only dedup', 'restart', ({ mail }) => {
    const seen = new Map<string, boolean>();
    return async (job, ctx) => {
      if (seen.get(ctx.idempotencyKey) === true) return;
      await mail.send(job);
      seen.set(ctx.idempotencyKey, true);
    };
  }),
  faulty('m05', 'effect before journal', 'death', ({ mail, done, clock }) => async (job, ctx) => {
    if ((await done.get(ctx.idempotencyKey)) !== undefined) return;
    await mail.send(job);
    await done.put(ctx.idempotencyKey, { atMs: clock.now() });
  }),
  faulty('m06', 'effect after return', 'repeat', ({ mail }) => (job) => {
    setTimeout(() => void mail.send(job), 4);
  }),
  faulty('m07', 'partial batch', 'refused', ({ mail, done }) => async (job, ctx) => {
    if ((await done.get(ctx.idempotencyKey)) !== undefined) return;
    for (const to of recipients) await mail.send({ to, ...job });
    await done.put(ctx.idempotencyKey, { atMs: 0 });
  }),
  faulty('m08', 'short TTL', 'hour', ({ mail, done, clock }) => async (job, ctx) => {
    const seen = await done.get(ctx.idempotencyKey);
    if (seen !== undefined && clock.now() - seen.atMs < 300_000) return;
    await done.put(ctx.idempotencyKey, { atMs: clock.now() });
    await mail.send(job, { key: `${ctx.idempotencyKey}/${seen?.atMs ?? 0}` });
  }),
  faulty(
    'm09',
    'random id',
    'repeat',
    ({ jobs }) =>
      (job) =>
        jobs.publish(job, { id: randomKey() }),
  ),
  faulty(
    'm10',
    'drop id',
    'repeat',
    ({ jobs }) =>
      (job) =>
        jobs.publish(job),
  ),
  faulty(
    'm11',
    'time id',
    'hour',
    ({ jobs, clock }) =>
      (job) =>
        jobs.publish(job, { id: `${job.subject}@${new Date(clock.now()).toISOString().slice(0, 13)}` }),
  ),
  faulty(
    'm12',
    'id omits a field',
    'other',
    ({ jobs }) =>
      (job) =>
        jobs.publish(job, { id: job.subject }),
  ),
  faulty('m13', 'key drawn outside a step', 'repeat', ({ mail }) => async (job, ctx) => {
    const key = randomKey();
    await ctx.step.run(`mail ${key}`, () => mail.send(job, { key }));
  }),
  faulty('m14', 'first of two effects not keyed', 'repeat', ({ mail, jobs }) => async (job, ctx) => {
    await jobs.publish(job);
    await mail.send(job, { key: ctx.idempotencyKey });
  }),
  sound(
    'm20',
    'context key',
    ({ mail }) =>
      (job, ctx) =>
        mail.send(job, { key: ctx.idempotencyKey }),
  ),
  sound(
    'm21',
    'business key',
    ({ mail }) =>
      (job) =>
        mail.send(job, { key: hash(job) }),
  ),
  sound(
    'm22',
    'context id',
    ({ jobs }) =>
      (job, ctx) =>
        jobs.publish(job, { id: ctx.idempotencyKey }),
  ),
  sound(
    'm23',
    'business id',
    ({ jobs }) =>
      (job) =>
        jobs.publish(job, { id: hash(job) }),
  ),
  sound('m24', 'key per recipient', ({ mail }) => async (job, ctx) => {
    for (const to of recipients) await mail.send({ to, ...job }, { key: `${ctx.idempotencyKey}/${to}` });
  }),
  sound('m25', 'step per recipient with a derived key', ({ mail }) => async (job, ctx) => {
    for (const to of recipients) {
      await ctx.step.run(`mail ${to}`, () =>
        mail.send({ to, ...job }, { key: `${ctx.idempotencyKey}/${to}` }),
      );
    }
  }),
  sound(
    'm26',
    'a random key that a step keeps, and a natural key behind it',
    ({ mail, done, clock }) =>
      async (job, ctx) => {
        await ctx.step.run('draw', randomKey);
        await done.insert(ctx.idempotencyKey, { atMs: clock.now() > 0 ? 1 : 0 });
        await mail.send(job, { key: ctx.idempotencyKey });
      },
  ),
  sound('m27', 'both effects keyed', ({ mail, jobs }) => async (job, ctx) => {
    await jobs.publish(job, { id: ctx.idempotencyKey });
    await mail.send(job, { key: ctx.idempotencyKey });
  }),
];
