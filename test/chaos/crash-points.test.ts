import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { runWorker } from './run-worker.ts';

const built = existsSync(fileURLToPath(new URL('../../dist/src/index.js', import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), 'touchstone-chaos-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** All of them in `npm run test:chaos`, every twentieth otherwise. */
const stride = process.env['TOUCHSTONE_CHAOS'] === '1' ? 1 : 20;
const steps = ['create', 'pack', 'charge', 'mail', 'send'];

interface Story {
  lives: number;
  lines: string[];
  result: unknown;
}

/** Lives until the order is done: the first is killed at the n-th moment, the second at another one, the third not. */
async function live(name: string, kills: number[]): Promise<Story> {
  const settings = { store: join(folder, `${name}.db`), effects: join(folder, `${name}.txt`) };
  let lives = 0;
  for (;;) {
    const killAt = kills[lives];
    const { killed, result, errors } = await runWorker('./order-worker.mjs', { ...settings, killAt });
    lives += 1;
    if (killed) continue;
    expect(errors).toBe('');
    const lines = readFileSync(settings.effects, 'utf8').trim().split('\n');
    return { lives, lines, result };
  }
}

const done = { status: 'completed', output: [0, 'packed', 'paid o-1', 2] };

const effectsOf = ({ lines }: Story, step: string): string[] =>
  lines.filter((line) => line.split(' ')[0] === step);

/** Nothing is lost, nothing completed is done again, and what is done again has the same idempotency key. */
function check(story: Story): void {
  const { lines, lives, result } = story;
  expect(result).toMatchObject(done);
  expect(new Set(effectsOf(story, 'charge')).size).toBe(1);
  for (const step of steps) {
    const effects = effectsOf(story, step);
    const completed = lines.findIndex((line) => line.startsWith('done ') && line.includes(` ${step}#1`));
    const after = lines.slice(completed + 1).filter((line) => line.split(' ')[0] === step);
    expect({ step, lines, lost: effects.length === 0, again: completed === -1 ? [] : after }).toEqual({
      step,
      lines,
      lost: false,
      again: [],
    });
    expect(effects.length).toBeLessThanOrEqual(lives);
  }
}

test.skipIf(!built)(
  'killed at any named moment, the order is finished by the next process with every effect once (needs npm run build)',
  { timeout: 240_000 },
  async () => {
    const straight = await live('straight', []);
    expect(steps.map((step) => effectsOf(straight, step).length)).toEqual([1, 1, 1, 1, 1]);
    const { points } = straight.result as { points: number };
    const moments = Array.from({ length: points }, (_, index) => index + 1).filter((at) => at % stride === 0);
    const stories: Story[] = [];
    const next = async (): Promise<void> => {
      for (let at = moments.shift(); at !== undefined; at = moments.shift()) {
        // The second life, which recovers, is killed too, at a moment of its own.
        stories.push(await live(`at-${at}`, [at, 1 + ((at * 5) % 9)]));
      }
    };
    await Promise.all([next(), next()]);
    expect(stories.length).toBeGreaterThan(1);
    for (const story of stories) check(story);
  },
);
