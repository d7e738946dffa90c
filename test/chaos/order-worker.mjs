// One life of the process that runs an order: it may be killed at a named moment, and the next life goes on.
import { appendFileSync } from 'node:fs';
import { createEngine, defineWorkflow, sqliteStore, tool } from 'touchstone';
import { z } from 'zod';

const { store, effects, killAt = 0 } = JSON.parse(process.argv[2]);
const note = (line) => appendFileSync(effects, `${line}\n`);

const charge = tool({
  name: 'charge',
  description: 'Charges a card.',
  inputSchema: z.object({ orderId: z.string() }),
  outputSchema: z.string(),
  requiresApproval: true,
  execute: (input, ctx) => {
    note(`charge ${ctx.idempotencyKey}`);
    return `paid ${input.orderId}`;
  },
});

const pack = defineWorkflow({ id: 'pack' }, async (ctx) => {
  await ctx.step.run('pack', () => note('pack'));
  return 'packed';
});

const order = defineWorkflow({ id: 'order', tools: [charge] }, async (ctx, orderId) => {
  const created = await ctx.step.run('create', () => {
    note('create');
    return { orderId, at: new Date(0) };
  });
  const packed = await ctx.step.invokeAndWait('pack', pack, undefined);
  const paid = await ctx.step.callTool(charge, { orderId: created.orderId });
  await ctx.step.waitFor('cool down', { seconds: 0.02 });
  const both = await Promise.all([
    ctx.step.run('mail', () => note('mail')),
    ctx.step.scope('ship', (step) => step.run('send', () => note('send'))),
  ]);
  return [created.at.getTime(), packed, paid, both.length];
});

let points = 0;
const engine = createEngine({
  store: sqliteStore(store),
  workflows: [order, pack],
  onPoint(point, detail) {
    points += 1;
    const about = detail.replace('\u0000', ' ').replace(/\p{Cc}/gu, '');
    if (point === 'step.committed') note(`done ${about}`);
    if (points !== killAt) return;
    note(`killed at ${point} ${about}`);
    process.kill(process.pid, 'SIGKILL');
  },
});
await engine.recover();
let state = await engine.run(order, 'o-1', { runId: 'order-1' });
while (state.status === 'awaiting_approval') {
  const decisions = Object.fromEntries(
    state.approvals
      .filter(({ status }) => status === 'pending')
      .map(({ approvalId }) => [approvalId, 'approve']),
  );
  state = await engine.resumeRun('order-1', { decisions });
}
await engine.close();
process.stdout.write(
  JSON.stringify({ points, status: state.status, output: state.output, error: state.error }),
);
