import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { seededIds } from '../../src/core/ids.ts';
import { runWorker } from './run-worker.ts';

const built = existsSync(fileURLToPath(new URL('../../dist/src/index.js', import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), 'touchstone-chaos-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const kills = process.env['TOUCHSTONE_CHAOS'] === '1' ? 200 : 4;
const runs = 40;
const steps = 8;

test.skipIf(!built)(
  `${kills} random SIGKILLs over ${runs} concurrent runs lose nothing and repeat no completed step (needs npm run build)`,
  { timeout: 1_200_000 },
  async () => {
    const { random } = seededIds(7);
    const settings = { store: join(folder, 'many.db'), effects: join(folder, 'many.txt'), runs, steps };
    let killed = 0;
    let rounds = 0;
    while (killed < kills) {
      const life = await runWorker('./many-worker.mjs', { ...settings, round: rounds }, 150 + random() * 700);
      if (life.killed) killed += 1;
      else if (life.result !== undefined) rounds += 1;
      else throw new Error(life.errors);
    }
    const last = await runWorker('./many-worker.mjs', { ...settings, round: rounds });
    expect(last.result).toEqual({ outputs: Array.from({ length: runs }, () => ['completed', 28]) });
    const lines = readFileSync(settings.effects, 'utf8').trim().split('\n');
    const did = lines.filter((line) => line.startsWith('did '));
    expect(new Set(did).size).toBe((rounds + 1) * runs * steps);
    const completed = new Set<string>();
    const again = lines.filter((line) => {
      if (line.startsWith('done ')) completed.add(line.slice(5));
      return line.startsWith('did ') && completed.has(line.slice(4));
    });
    expect(again).toEqual([]);
    // At most what was under way at a kill is done again.
    expect(did.length - new Set(did).size).toBeLessThanOrEqual(killed * runs);
  },
);
