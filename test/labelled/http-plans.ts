import { hash, post, randomKey } from './place.ts';
import { faulty, sound, type Plan } from './plans.ts';

const keyed = (key: string): Record<string, string> => ({ 'idempotency-key': key });

// Tools that talk to a service over HTTP.
const drafts: readonly Plan[] = [
  faulty('h01', 'drop key', 'repeat', (place) => (job) => post(place, '/refunds', job)),
  faulty('h02', 'random key', 'repeat', (place) => (job) => post(place, '/refunds', job, keyed(randomKey()))),
  faulty(
    'h03',
    'time key',
    'hour',
    (place) => (job) =>
      post(place, '/refunds', job, keyed(hash([job, Math.floor(place.clock.now() / 3_600_000)]))),
  ),
  faulty(
    'h04',
    'key omits a field',
    'other',
    (place) => (job) => post(place, '/refunds', job, { ...keyed(hash(job.subject)), lenient: '1' }),
  ),
  faulty('h05', 'memory-only dedup', 'restart', (place) => {
    const seen = new Set<string>();
    return async (job, ctx) => {
      if (seen.has(ctx.idempotencyKey)) return;
      await post(place, '/refunds', job);
      seen.add(ctx.idempotencyKey);
    };
  }),
  faulty(
    'h06',
    'the client repeats a 500 that came after the commit',
    'lost',
    (place) => async (job, ctx) => {
      const known = (await post(place, '/search', job)) as unknown[];
      if (known.length > 0) return;
      await post(place, '/refunds', job).catch(() => post(place, '/refunds', job));
      void ctx;
    },
  ),
  faulty('h07', 'effect after return', 'repeat', (place) => (job) => {
    void place.service.url();
    setTimeout(() => void post(place, '/refunds', job).catch(() => undefined), 5);
  }),
  faulty('h08', 'check-then-act', 'race', (place) => async (job) => {
    const known = (await post(place, '/search', job)) as unknown[];
    if (known.length === 0) await post(place, '/refunds', job);
  }),
  faulty('h09', 'second effect not keyed', 'repeat', (place) => {
    void place.mail;
    return async (job, ctx) => {
      await post(place, '/refunds', job, keyed(ctx.idempotencyKey));
      await place.mail.send({ audit: job.subject });
    };
  }),
  faulty('h10', 'effect outside a step', 'repeat', (place) => async (job, ctx) => {
    await ctx.step.run('note', () => job.subject);
    await post(place, '/refunds', job);
  }),
  sound(
    'h20',
    'context key',
    (place) => (job, ctx) => post(place, '/refunds', job, keyed(ctx.idempotencyKey)),
  ),
  sound(
    'h21',
    'business key',
    (place) => (job) => post(place, '/refunds', job, keyed(hash(['refund', job]))),
  ),
  sound('h22', 'look up, then create under a unique constraint', (place) => async (job) => {
    const known = (await post(place, '/search', job)) as { key: string }[];
    const unique = hash(job);
    if (!known.some(({ key }) => key === unique)) await post(place, '/refunds', { ...job, unique });
  }),
  sound('h23', 'every effect in a step with a derived key', (place) => async (job, ctx) => {
    await ctx.step.run('refund', () => post(place, '/refunds', job, keyed(`${ctx.idempotencyKey}/1`)));
    await ctx.step.run('bonus', () => post(place, '/refunds', job, keyed(`${ctx.idempotencyKey}/2`)));
  }),
  sound('h24', 'POST that only searches', (place) => (job) => post(place, '/search', job), {
    readOnlyHint: true,
  }),
  sound(
    'h25',
    'two reads at once',
    (place) => (job) => Promise.all([post(place, '/search', job), post(place, '/search', job)]),
  ),
];

/** The service is part of the world from the start, so that it can be disturbed before it is first asked. */
export const httpPlans: readonly Plan[] = drafts.map((plan) => ({
  ...plan,
  make(place) {
    void place.service;
    return plan.make(place);
  },
}));
