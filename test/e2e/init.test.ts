import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isBuilt, temporaryProject, type TemporaryProject } from './temporary-project.ts';

let project: TemporaryProject;
beforeEach(() => (project = temporaryProject()));
afterEach(() => project.dispose());

describe.skipIf(!isBuilt)('touchstone init (needs npm run build)', { timeout: 60_000 }, () => {
  test('what it writes into an empty project passes as it is, also in CI', async () => {
    expect(await project.touchstone(['init'])).toMatchObject({ code: 0 });
    const written = project.files();
    for (const file of ['.github/workflows/touchstone.yml', '.gitignore', 'touchstone.config.ts'])
      expect(written).toContain(file);
    expect(JSON.parse(project.read('package.json'))).toMatchObject({
      scripts: { 'test:tools': 'touchstone run', 'record:tools': 'touchstone record' },
    });
    const run = await project.touchstone(['run'], { CI: 'true' });
    expect(run).toMatchObject({ code: 0, out: expect.stringContaining('no tool was executed') });
    expect(project.files()).toEqual(written);
  });

  test('a second time it changes nothing', async () => {
    await project.touchstone(['init']);
    const before = project.files().map((file) => [file, project.read(file)]);
    expect(await project.touchstone(['init'])).toMatchObject({ code: 0 });
    expect(project.files().map((file) => [file, project.read(file)])).toEqual(before);
  });

  test('it finds the tools that are there and names them in the configuration', async () => {
    project.write({
      'src/agent/refund.ts': `import { tool } from 'touchstone';
import { z } from 'zod';
export const issueRefund = tool({
  name: 'issueRefund',
  description: 'Pays money back to the customer of an order.',
  inputSchema: z.object({ orderId: z.string() }),
  outputSchema: z.object({ refundId: z.string() }),
  execute: ({ orderId }) => ({ refundId: orderId }),
});
`,
    });
    expect(await project.touchstone(['init'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('issueRefund'),
    });
    expect(project.read('touchstone.config.ts')).toContain('src/agent');
    expect(await project.touchstone(['run'])).toMatchObject({ code: 0 });
  });

  test('a folder without a package.json is one sentence and stays empty', async () => {
    rmSync(join(project.root, 'package.json'));
    const ended = await project.touchstone(['init']);
    expect(ended).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/^[^\n]*package\.json[^\n]*\n$/),
    });
    expect(project.files()).toEqual([]);
  });
});
