import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import picocolors from 'picocolors';
import { expect, test } from 'vitest';
import { pendingChanges } from '../../../src/cli/golden/pending-changes.ts';
import { reviewSession } from '../../../src/cli/golden/review-session.ts';
import { writeRecording } from '../../../src/record/recording-file.ts';
import { buildTrace } from '../../../src/trace/build-trace.ts';
import type { TraceEvent } from '../../../src/trace/events.ts';
import type { Recording } from '../../../src/trace/recording.ts';

function recording(toolName: string, amount: number): Recording {
  const call = { callId: `refund/${toolName}#1`, toolName, scope: 'refund' };
  const events: TraceEvent[] = [
    { seq: 1, type: 'run.started', target: { kind: 'workflow', name: 'refund' }, input: {} },
    { seq: 2, type: 'tool.requested', ...call, stepIndex: 0, input: { amount } },
    { seq: 3, type: 'tool.allowed', ...call },
    { seq: 4, type: 'tool.attempt_started', ...call, attempt: 1 },
    { seq: 5, type: 'tool.succeeded', ...call, output: null },
    { seq: 6, type: 'run.completed', output: null },
  ];
  const tools = [{ name: 'read', inputSchemaHash: 'a', readOnly: true }];
  const header = {
    format: 'touchstone-recording' as const,
    version: 1,
    spec: 'specs/a.spec.ts',
    test: 'a',
    complete: true,
    tools,
  };
  return { header, runs: [buildTrace('main', events)] };
}

/** A folder in which two refunds changed alike, a read changed and one recording is new; and a person who types. */
function setting(answers: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-review-'));
  const put = (name: string, toolName: string, amount: number) =>
    writeRecording(join(folder, name), recording(toolName, amount));
  put('one.trace.json', 'issueRefund', 40);
  put('one.trace.new.json', 'issueRefund', 400);
  put('two.trace.json', 'issueRefund', 4);
  put('two.trace.new.json', 'issueRefund', 5);
  put('read.trace.json', 'read', 1);
  put('read.trace.new.json', 'read', 2);
  put('new.trace.new.json', 'read', 3);
  const printed: string[] = [];
  const asked: string[] = [];
  const desk = {
    colors: picocolors.createColors(false),
    print: (text: string) => void printed.push(text),
    ask: (question: string) => {
      asked.push(question.split('\n')[0]!);
      return Promise.resolve(answers.shift());
    },
    openPage: () => Promise.resolve(),
  };
  const run = () => reviewSession(folder, pendingChanges(folder, { cwd: folder }), desk);
  const waits = (name: string) => existsSync(join(folder, `${name}.trace.new.json`));
  return { folder, printed, asked, run, waits };
}

test('the gravest comes first; a change of a call that writes needs a typed yes and a reason', async () => {
  const { folder, run, printed, waits } = setting(['a', 'y', 'a', 'yes', '', 'a', 'yes', 'new fees', 'q']);
  expect(await run()).toEqual({ accepted: ['one'], rejected: [], skipped: ['two', 'read', 'new'] });
  expect(printed[1]).toBe('[1/4] specs/a.spec.ts › a   same change in 1 more');
  expect([waits('one'), waits('two')]).toEqual([false, true]);
  expect(JSON.parse(readFileSync(join(folder, 'reasons.json'), 'utf8'))).toEqual({
    one: { reason: 'new fees', recording: expect.any(String) },
  });
});

test('a group is accepted together, what reads needs no reason, and each answer does what it says', async () => {
  const { run, waits } = setting(['g', 'yes', 'new fees', 'a', 's']);
  expect(await run()).toEqual({ accepted: ['one', 'two', 'read'], rejected: [], skipped: ['new'] });
  expect(waits('new')).toBe(true);
});

test('rejecting deletes what waits and keeps the golden recording', async () => {
  const { folder, run, waits } = setting(['r', 'q']);
  expect(await run()).toMatchObject({ rejected: ['one'] });
  expect([waits('one'), existsSync(join(folder, 'one.trace.json'))]).toEqual([false, true]);
});

test('when the input ends nothing more is decided', async () => {
  const { run } = setting([]);
  expect(await run()).toEqual({ accepted: [], rejected: [], skipped: ['one', 'two', 'read', 'new'] });
});
