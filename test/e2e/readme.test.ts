import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { isBuilt, temporaryProject } from './temporary-project.ts';

const readme = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8');

test.skipIf(!isBuilt)(
  'the first spec of the README is recorded, accepted and replayed as the README says (needs npm run build)',
  { timeout: 60_000 },
  async () => {
    const [, path, spec] = /```ts\n\/\/ (specs\/\S+)\n([\s\S]*?)```/.exec(readme) ?? [];
    const project = temporaryProject({
      'touchstone.config.ts':
        "import { defineConfig } from 'touchstone/config';\nexport default defineConfig({});\n",
      [path!]: spec!,
    });
    try {
      expect(await project.touchstone(['run'])).toMatchObject({
        code: 0,
        out: expect.stringContaining('1 tool call executed'),
      });
      expect(await project.touchstone(['accept', '--all'])).toMatchObject({ code: 0 });
      expect(await project.touchstone(['run'])).toMatchObject({
        code: 0,
        out: expect.stringContaining('no tool was executed'),
      });
      expect(project.files()).toContain('recordings/refund/refunds-a-small-order.trace.json');
    } finally {
      project.dispose();
    }
  },
);
