import { existsSync, mkdirSync, copyFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isBuilt, temporaryProject, type TemporaryProject } from './temporary-project.ts';

const corpus = resolve(import.meta.dirname, '../../../shared/corpus/tau-bench-airline/trajectories.json');
let project: TemporaryProject;
beforeEach(() => {
  project = temporaryProject({
    'touchstone.config.ts':
      "import { defineConfig } from 'touchstone/config';\nexport default defineConfig({});\n",
    'chat.json': JSON.stringify([
      { role: 'user', content: 'refund o-1' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'issueRefund', arguments: '{"orderId":"o-1"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: '{"refundId":"re_1"}' },
      { role: 'assistant', content: 'Done.' },
    ]),
    'other.json': '{"hello": "world"}',
    'broken.json': '{"messages": [',
  });
});
afterEach(() => project.dispose());

describe.skipIf(!isBuilt)('touchstone import (needs npm run build)', { timeout: 60_000 }, () => {
  test('a list of messages becomes a recording that show, diff and check read', async () => {
    expect(await project.touchstone(['import', 'chat.json', '--format', 'openai-messages'])).toMatchObject({
      code: 0,
    });
    // Imported runs belong to no spec, so that a run of the specs does not call them unused.
    project.write({
      'specs/plain.spec.ts': "import { test } from 'vitest';\ntest('a test without a harness', () => {});\n",
    });
    expect(await project.touchstone(['run'])).toMatchObject({
      code: 0,
      out: expect.not.stringContaining('unused'),
    });
    const [recording] = project.files().filter((file) => file.endsWith('.trace.json'));
    expect(await project.touchstone(['show', recording!])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/issueRefund[^\n]*orderId/),
    });
    expect(await project.touchstone(['diff', recording!, recording!])).toMatchObject({ code: 0 });
    expect(await project.touchstone(['check', recording!])).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 recording, 1 run, 1 call judged'),
    });
  });

  test.each(['other.json', 'broken.json', 'absent.json'])(
    '%s is one sentence with its name, and nothing is written',
    async (file) => {
      const before = project.files();
      const ended = await project.touchstone(['import', file, '--format', 'tau-bench']);
      expect(ended).toMatchObject({ code: 2, out: '' });
      expect(ended.err.trim().split('\n')).toHaveLength(1);
      expect(ended.err).toContain(file);
      expect(project.files()).toEqual(before);
    },
  );

  test.skipIf(!existsSync(corpus))(
    '200 real runs with 1,164 calls are imported (skipped where the corpus is absent)',
    async () => {
      mkdirSync(join(project.root, 'runs'));
      copyFileSync(corpus, join(project.root, 'runs/airline.json'));
      expect(
        await project.touchstone(['import', 'runs/airline.json', '--format', 'tau-bench']),
      ).toMatchObject({ code: 0 });
      expect(project.files().filter((path) => path.endsWith('.trace.json'))).toHaveLength(200);
      const checked = await project.touchstone(['check', '--json']);
      expect(checked.code).not.toBe(2);
      expect(checked.out).toContain('1164');
    },
  );
});
