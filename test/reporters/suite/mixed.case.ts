import { expect, test, type TestContext } from 'vitest';

// What the harness would put there; the reporters read nothing else.
function tell({ task }: TestContext, more: object): void {
  const recording = `recordings/${task.name.replaceAll(' ', '-')}.trace.json`;
  const run = {
    name: 'main',
    mode: 'replay',
    status: 'completed',
    targetName: 'story',
    calls: 2,
    executed: 0,
    differences: [],
    compared: true,
  };
  const record = {
    spec: 'mixed.case.ts',
    recording,
    runs: [run],
    misses: [],
    unused: [],
    findings: [],
    ...more,
  };
  (task.meta as Record<string, unknown>)['touchstone'] = record;
}

const finding = {
  id: 'f1',
  ruleId: 'tool/not-idempotent',
  severity: 'error',
  message: 'Twice.',
  toolName: 'refund',
  evidence: {},
};

test('passes', (context) => tell(context, {}));

test('fails', (context) => {
  tell(context, {});
  expect(1).toBe(2);
});

test('swallows a miss', (context) =>
  tell(context, { misses: [{ callId: 'c', toolName: 'refund', message: 'never recorded' }] }));

test.concurrent('finds one', async (context) => tell(context, { findings: [finding] }));
test.concurrent('finds the same', async (context) => tell(context, { findings: [finding] }));

let attempts = 0;
test('succeeds at the second try', { retry: 1 }, (context) => {
  attempts += 1;
  tell(context, attempts === 1 ? { findings: [{ ...finding, id: 'f-of-the-first-try' }] } : {});
  expect(attempts).toBe(2);
});

test('is skipped', ({ skip }) => skip());
