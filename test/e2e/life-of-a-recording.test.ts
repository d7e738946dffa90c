import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isBuilt, temporaryProject, type TemporaryProject } from './temporary-project.ts';

const tools = `import { appendFileSync } from 'node:fs';
import { tool } from 'touchstone';
import { z } from 'zod';
export const issueRefund = tool({
  name: 'issueRefund',
  description: 'Pays money back to the customer of an order.',
  inputSchema: z.object({ orderId: z.string(), amount: z.number() }),
  outputSchema: z.object({ refundId: z.string() }),
  execute: ({ orderId, amount }) => {
    appendFileSync('effects.log', orderId + ' ' + amount + '\\n');
    return { refundId: 're_' + orderId };
  },
});
`;

const spec = (body: string, head = ''): string => `import { expect, test } from 'touchstone/vitest';
import { issueRefund } from '../tools.ts';
${head}
${body}
`;

const oneCall = (amount = 40): string => `test('small order', async ({ harness }) => {
  const call = await harness.call(issueRefund, { orderId: 'o-1', amount: ${amount} });
  expect(call).toHaveStatus('succeeded');
  await expect(call).toMatchGolden();
});`;

let project: TemporaryProject;
beforeEach(() => {
  project = temporaryProject({
    'touchstone.config.ts': `import { defineConfig } from 'touchstone/config';\nexport default defineConfig({});\n`,
    'tools.ts': tools,
    'effects.log': '',
    'specs/refund.spec.ts': spec(oneCall()),
  });
});
afterEach(() => project.dispose());

const golden = 'recordings/refund/small-order.trace.json';
const pending = 'recordings/refund/small-order.trace.new.json';
const recordings = (): string[] => project.files().filter((path) => path.startsWith('recordings/'));
const effects = (): string => project.read('effects.log');

/** Accepts as `touchstone accept --all` does, without starting a process. */
function acceptAll(): void {
  for (const path of recordings()) {
    if (path.endsWith('.new.json'))
      renameSync(join(project.root, path), join(project.root, path.replace('.new', '')));
  }
}

// The golden recording is the same in every test; only the first to ask makes it.
let kept: string | undefined;
async function makeGolden(): Promise<void> {
  if (kept === undefined) {
    await project.touchstone(['run']);
    kept = project.read(pending);
    rmSync(join(project.root, pending));
  }
  project.write({ [golden]: kept, 'effects.log': '' });
}

describe.skipIf(!isBuilt)('the life of a recording (needs npm run build)', { timeout: 60_000 }, () => {
  test('a new test is recorded, waits for review, and once accepted is replayed without executing the tool', async () => {
    const first = await project.touchstone(['run']);
    expect({ code: first.code, recordings: recordings(), effects: effects() }).toEqual({
      code: 0,
      recordings: [pending],
      effects: 'o-1 40\n',
    });
    expect(first.out.trimEnd().split('\n').at(-1)).toBe(' next  npx touchstone accept refund/small-order');
    expect((await project.touchstone(['accept', 'refund/small-order'])).code).toBe(0);
    const bytes = project.read(golden);
    const second = await project.touchstone(['run']);
    expect({ code: second.code, recordings: recordings(), effects: effects() }).toEqual({
      code: 0,
      recordings: [golden],
      effects: 'o-1 40\n',
    });
    expect(project.read(golden)).toBe(bytes);
  });

  test('changed code is told, recorded, shown, accepted and then green', async () => {
    await makeGolden();
    project.write({ 'tools.ts': tools.replace("'re_'", "'rx_'") });
    const replayed = await project.touchstone(['run']);
    expect(replayed.code).toBe(0);
    expect(replayed.out).toContain(
      'issueRefund changed since it was recorded; see what it does now: npx touchstone record',
    );
    const recorded = await project.touchstone(['record']);
    expect({ code: recorded.code, recordings: recordings() }).toEqual({
      code: 1,
      recordings: [golden, pending],
    });
    expect(recorded.out).toContain('output.refundId  "re_o-1"  →  "rx_o-1"');
    acceptAll();
    const after = await project.touchstone(['run']);
    expect({ code: after.code, told: after.out.includes('changed since') }).toEqual({ code: 0, told: false });
  });

  test('recording the same behaviour again leaves the bytes alone and passes', async () => {
    await makeGolden();
    const bytes = project.read(golden);
    expect((await project.touchstone(['record'])).code).toBe(0);
    expect({ bytes: project.read(golden), recordings: recordings(), effects: effects() }).toEqual({
      bytes,
      recordings: [golden],
      effects: 'o-1 40\n',
    });
  });

  test('CI records nothing: a missing recording fails, executes no tool and names the command', async () => {
    const { code, out } = await project.touchstone(['run'], { CI: 'true' });
    expect({ code, recordings: recordings(), effects: effects() }).toEqual({
      code: 1,
      recordings: [],
      effects: '',
    });
    expect(out).toContain("npx touchstone record specs/refund.spec.ts -t 'small order'");
  });

  test('CI refuses to record, whatever it is asked', async () => {
    const { code } = await project.touchstone(['record'], { CI: 'true' });
    expect({ code, recordings: recordings(), effects: effects() }).toEqual({
      code: 2,
      recordings: [],
      effects: '',
    });
  });

  test('a miss fails the test although the agent swallowed it, and although the test expects to fail', async () => {
    await makeGolden();
    const swallowed = `test('small order', async ({ harness }) => {
  await harness.call(issueRefund, { orderId: 'o-1', amount: 400 }).catch(() => undefined);
});`;
    for (const body of [swallowed, swallowed.replace("test('", "test.fails('")]) {
      project.write({ 'specs/refund.spec.ts': spec(body) });
      const { code, out } = await project.touchstone(['run']);
      expect({ code, recordings: recordings(), effects: effects() }).toEqual({
        code: 1,
        recordings: [golden],
        effects: '',
      });
      expect(out).toContain('recorded 40, asked 400');
    }
  });

  test('a call that is no longer made is a difference that waits for review; accepted, it is green', async () => {
    project.write({ 'specs/refund.spec.ts': spec(workflowTest(2), workflow) });
    await project.touchstone(['run']);
    acceptAll();
    project.write({ 'specs/refund.spec.ts': spec(workflowTest(1), workflow) });
    const { code, out } = await project.touchstone(['run']);
    expect({ code, recordings: recordings() }).toEqual({ code: 1, recordings: [golden, pending] });
    expect(out).toContain('removed');
    acceptAll();
    expect((await project.touchstone(['run'])).code).toBe(0);
  });

  test('a test that fails and an attempt that was retried leave no new recording behind', async () => {
    const retried = `let tries = 0;
test('retried', { retry: 1 }, async ({ harness }) => {
  await harness.call(issueRefund, { orderId: 'o-1', amount: 40 });
  if ((tries += 1) === 1) throw new Error('flaky');
});`;
    project.write({
      'specs/refund.spec.ts': spec(`${oneCall().replace("'succeeded'", "'blocked'")}\n${retried}`),
    });
    const { code, out } = await project.touchstone(['run']);
    expect({ code, recordings: recordings() }).toEqual({ code: 1, recordings: [] });
    expect(out).toContain('1 of 2 tests failed');
  });

  test('golden recordings that cannot be read could not run, each with its reason, and nothing is written', async () => {
    await makeGolden();
    const text = project.read(golden);
    const damaged = {
      'recordings/syntax/small-order.trace.json': text.replace('"header"', '"header'),
      'recordings/conflict/small-order.trace.json': text.replace('  "runs"', '<<<<<<< HEAD\n  "runs"'),
      'recordings/version/small-order.trace.json': text.replace('"version": 1', '"version": 99'),
    };
    project.write(damaged);
    for (const name of ['syntax', 'conflict', 'version'])
      project.write({ [`specs/${name}.spec.ts`]: spec(oneCall()) });
    const { code, out } = await project.touchstone(['run']);
    expect({ code, recordings: recordings(), effects: effects() }).toEqual({
      code: 2,
      recordings: [golden, ...Object.keys(damaged)].sort(),
      effects: '',
    });
    for (const [path, bytes] of Object.entries(damaged)) expect(project.read(path)).toBe(bytes);
    expect(out).toContain('is not JSON at line 2');
    expect(out).toContain('has a merge conflict at line');
    expect(out).toContain('has version 99');
  });

  test('two runs of one name and two tests of one name are refused in one sentence', async () => {
    const twoRuns = `test('twice', async ({ harness }) => {
  await harness.call(issueRefund, { orderId: 'o-1', amount: 40 }, { name: 'first' });
  await harness.call(issueRefund, { orderId: 'o-2', amount: 40 }, { name: 'first' });
});`;
    project.write({ 'specs/refund.spec.ts': spec(`${twoRuns}\n${oneCall()}\n${oneCall()}`) });
    const { code, out } = await project.touchstone(['run']);
    expect({ code, recordings: recordings() }).toEqual({ code: 2, recordings: [] });
    expect(out).toContain('Two runs of the test "twice" in specs/refund.spec.ts are named "first"');
    expect(out).toContain('Two tests in specs/refund.spec.ts are called "small order"');
  });

  test('concurrent tests of one file never see each other', async () => {
    const many = `for (let n = 0; n < 30; n += 1) {
  test.concurrent('order ' + n, async ({ harness }) => {
    const call = await harness.call(issueRefund, { orderId: 'o-' + n, amount: n });
    await expect(call).toMatchGolden();
  });
}`;
    project.write({ 'specs/refund.spec.ts': spec(many) });
    await project.touchstone(['run']);
    acceptAll();
    project.write({ 'effects.log': '' });
    expect(recordings()).toHaveLength(30);
    for (let n = 0; n < 30; n += 1)
      expect(project.read(`recordings/refund/order-${n}.trace.json`)).toContain(`"re_o-${n}"`);
    expect((await project.touchstone(['run'])).code).toBe(0);
    expect(effects()).toBe('');
  });

  test('plain vitest with the plugin replays as well, and a miss fails it', async () => {
    await makeGolden();
    project.write({
      'vitest.config.ts': `import { defineConfig } from 'vitest/config';
import { touchstone } from 'touchstone/config';
export default defineConfig({ plugins: [touchstone()], test: { include: ['specs/**/*.spec.ts'] } });
`,
    });
    const fine = await project.node(['node_modules/vitest/vitest.mjs', 'run']);
    expect({ code: fine.code, effects: effects() }).toEqual({ code: 0, effects: '' });
    expect(fine.out).toContain('no tool was executed');
    project.write({
      'specs/refund.spec.ts': spec(`test.fails('small order', async ({ harness }) => {
  await harness.call(issueRefund, { orderId: 'o-1', amount: 400 }).catch(() => undefined);
});`),
    });
    expect((await project.node(['node_modules/vitest/vitest.mjs', 'run'])).code).not.toBe(0);
  });
});

const workflow = `import { workflow } from 'touchstone';
import { z } from 'zod';
const refunds = workflow({
  name: 'refunds',
  inputSchema: z.object({ count: z.number() }),
  tools: [issueRefund],
  run: async (ctx) => {
    for (let n = 0; n < COUNT; n += 1) await ctx.step.callTool('issueRefund', { orderId: 'o-' + n, amount: 1 });
    return 'done';
  },
});`;
const workflowTest = (count: number): string => `const COUNT = ${count};
test('small order', async ({ harness }) => {
  await expect(await harness.run(refunds, { count: 2 })).toMatchGolden();
});`;
