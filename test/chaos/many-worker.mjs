// One life of a process that runs 40 workflows of 8 steps each; it is killed from outside at any time.
import { appendFileSync } from 'node:fs';
import { createEngine, defineWorkflow, sqliteStore } from 'touchstone';

const { store, effects, round, runs, steps } = JSON.parse(process.argv[2]);
const note = (line) => appendFileSync(effects, `${line}\n`);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const many = defineWorkflow({ id: 'many' }, async (ctx, name) => {
  let sum = 0;
  for (let index = 0; index < steps; index += 1) {
    sum += await ctx.step.run(`s${index}`, async () => {
      note(`did ${name} s${index}`);
      await pause(5 + ((index * 7) % 11));
      return index;
    });
  }
  return sum;
});

const engine = createEngine({
  store: sqliteStore(store),
  workflows: [many],
  onPoint(point, detail) {
    if (point === 'step.committed') note(`done ${detail.replace('many\u0000', '').replace('#1', '')}`);
  },
});
await engine.recover();
const names = Array.from({ length: runs }, (_, index) => `${round}-${index}`);
const states = await Promise.all(names.map((name) => engine.run(many, name, { runId: name })));
await engine.close();
process.stdout.write(JSON.stringify({ outputs: states.map(({ status, output }) => [status, output]) }));
