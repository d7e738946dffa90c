import { agent } from 'touchstone';
import { expect, test } from 'touchstone/vitest';
import { calculator } from './tools/calculator.ts';

/** Asks for a quotient and, when that cannot be had, says so in words. */
const tutor = agent({
  name: 'tutor',
  tools: [calculator],
  allowedToolNames: ['calculator'],
  run: async ({ input, callTool }) => {
    const call = await callTool.safe(calculator, { expression: String(input) });
    if (call.status !== 'succeeded') return `That has no answer: ${call.error?.message}.`;
    return `It is ${(call.output as { result: number }).result}.`;
  },
});

test('a result that leaves the error out gets the default', async ({ harness }) => {
  const call = await harness.call(calculator, { expression: '6 * 7' });
  expect(call).toMatchObject({ status: 'succeeded', output: { result: 42, error: null } });
  await expect(call.run).toMatchGolden();
});

test('an agent hears of the error and goes on', async ({ harness }) => {
  const run = await harness.run(tutor, '10 / 0');
  expect(run).toHaveStatus('completed');
  expect(run.output).toBe('That has no answer: division by zero.');
  await expect(run).toMatchGolden();
});

test('what is no sum never reaches the tool', async ({ harness }) => {
  const run = await harness.run(tutor, 'process.exit(1)');
  expect(run.toolCalls[0]).toMatchObject({
    status: 'failed',
    error: { code: 'VALIDATION_FAILED', status: 422 },
  });
  await expect(run).toMatchGolden();
});
