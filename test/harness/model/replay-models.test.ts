import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createHarness } from '../../../src/harness/create-harness.ts';
import type { RequestedMode } from '../../../src/harness/session/decide-mode.ts';
import { scriptedModel } from '../../../src/harness/model/scripted-model.ts';
import { agent } from '../../../src/runtime/agent.ts';
import { tool } from '../../../src/tool/define-tool.ts';

let recordings: string;
beforeEach(() => {
  // These tests record, which nothing does in CI.
  vi.stubEnv('CI', '');
  recordings = mkdtempSync(join(tmpdir(), 'touchstone-models-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(recordings, { recursive: true });
});

let executed = 0;
const greet = tool({
  name: 'greet',
  description: 'Greets a person.',
  inputSchema: z.object({ email: z.string() }),
  outputSchema: z.object({ token: z.string() }),
  sensitiveFieldNames: ['email', 'token'],
  execute: () => {
    executed += 1;
    return { token: 'tok-9f8e7d6c5b4a' };
  },
});

async function play(
  mode: RequestedMode,
  script: Parameters<typeof scriptedModel>[0],
  input: string,
  name = 'case',
) {
  const harness = createHarness({ name, mode, recordings });
  const helper = agent({
    name: 'helper',
    model: scriptedModel(script),
    tools: [greet],
    modelRetry: { maxAttempts: 1 },
  });
  const run = await harness.run(helper, input);
  const report = await harness.close();
  return { run, report };
}

const script = [
  { toolCalls: [{ toolName: 'greet', input: { email: 'noor@example.com' } }] },
  { text: 'Greeted.' },
];

function accept(name = 'case'): void {
  renameSync(join(recordings, `${name}.trace.new.json`), join(recordings, `${name}.trace.json`));
}

test('a recorded agent run replays without its model and without its tools', async () => {
  executed = 0;
  await play('record', script, 'Greet noor@example.com');
  accept();
  const { run, report } = await play('replay', [], 'Greet noor@example.com');
  expect(run).toMatchObject({ status: 'completed', output: 'Greeted.' });
  expect(report.misses).toEqual([]);
  expect(executed).toBe(1);
});

test('a question that was not recorded is a miss, and no model is asked in its place', async () => {
  await play('record', script, 'Greet noor@example.com');
  accept();
  const { run, report } = await play('replay', script, 'Insult noor@example.com');
  expect(run).toMatchObject({ status: 'failed', error: { code: 'REPLAY_MISMATCH' } });
  expect(report.misses).toMatchObject([{ toolName: 'model scripted' }]);
});

test('a failure of the provider replays as it happened', async () => {
  await play('record', [{ error: new Error('bad key') }], 'Hello', 'failing');
  accept('failing');
  const { run, report } = await play('replay', [], 'Hello', 'failing');
  expect(run.error).toMatchObject({ code: 'MODEL_FAILED', message: 'The model "scripted" failed: bad key' });
  expect(report.misses).toEqual([]);
});
