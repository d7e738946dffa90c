import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeRecording } from '../../src/record/recording-file.ts';
import { buildTrace } from '../../src/trace/build-trace.ts';
import type { TraceEvent } from '../../src/trace/events.ts';
import type { Recording } from '../../src/trace/recording.ts';
import { isBuilt, temporaryProject, type TemporaryProject } from './temporary-project.ts';

let project: TemporaryProject;
beforeEach(() => (project = temporaryProject({})));
afterEach(() => project.dispose());

function refund(amount: number): Recording {
  const call = { callId: 'refund/issueRefund#1', toolName: 'issueRefund', scope: 'refund' };
  const events: TraceEvent[] = [
    { seq: 1, type: 'run.started', target: { kind: 'workflow', name: 'refund' }, input: {} },
    {
      seq: 2,
      type: 'tool.requested',
      ...call,
      agentName: 'clerk',
      stepIndex: 0,
      input: { orderId: 'o-1', amount },
    },
    { seq: 3, type: 'tool.allowed', ...call },
    { seq: 4, type: 'tool.attempt_started', ...call, attempt: 1 },
    { seq: 5, type: 'tool.succeeded', ...call, output: { refundId: 're_1' } },
    { seq: 6, type: 'run.completed', output: null },
  ];
  return {
    header: {
      format: 'touchstone-recording',
      version: 1,
      spec: 'specs/refund.spec.ts',
      test: 'small order',
      complete: true,
      tools: [],
    },
    runs: [buildTrace('main', events)],
  };
}

const place = (name: string): string => join(project.root, 'recordings/refund', name);

describe.skipIf(!isBuilt)('show, diff, accept and reject (needs npm run build)', () => {
  test('a change is shown, accepted, and then nothing waits', async () => {
    writeRecording(place('small-order.trace.json'), refund(40));
    writeRecording(place('small-order.trace.new.json'), refund(400));
    const diff = await project.touchstone(['diff']);
    expect(diff).toMatchInlineSnapshot(`
      {
        "code": 1,
        "err": "",
        "out": "refund/small-order   1 difference, severity high: issueRefund is called with other arguments
        clerk → issueRefund                args-changed
             input.amount     40  →  400

      accept  npx touchstone accept refund/small-order --reason "…"
      reject  npx touchstone reject refund/small-order
      ",
      }
    `);
    const pending = project.read('recordings/refund/small-order.trace.new.json');
    expect(await project.touchstone(['accept', 'refund/small-order'])).toMatchInlineSnapshot(`
      {
        "code": 2,
        "err": "refund/small-order: a change of high severity is accepted with a reason only; look at it with npx touchstone diff, then add --reason "…".
      ",
        "out": "",
      }
    `);
    const words = ['accept', 'refund/small-order', '--reason', 'shipping is refunded too'];
    expect(await project.touchstone(words)).toMatchInlineSnapshot(`
      {
        "code": 0,
        "err": "",
        "out": "accepted refund/small-order
      Commit the recording and reasons.json: the commit is the approval.
      ",
      }
    `);
    expect(project.files().filter((path) => path.startsWith('recordings'))).toEqual([
      'recordings/reasons.json',
      'recordings/refund/small-order.trace.json',
    ]);
    expect(JSON.parse(project.read('recordings/reasons.json'))).toEqual({
      'refund/small-order': { reason: 'shipping is refunded too', recording: expect.any(String) },
    });
    expect(project.read('recordings/refund/small-order.trace.json')).toBe(pending);
    expect(await project.touchstone(['diff'])).toEqual({
      code: 0,
      out: 'Nothing waits for review.\n',
      err: '',
    });
  });

  test('reject deletes what waits and leaves the golden recording alone', async () => {
    writeRecording(place('small-order.trace.json'), refund(40));
    writeRecording(place('small-order.trace.new.json'), refund(400));
    const golden = project.read('recordings/refund/small-order.trace.json');
    expect(await project.touchstone(['reject', '--all'])).toEqual({
      code: 0,
      out: 'rejected refund/small-order\n',
      err: '',
    });
    expect(project.files().filter((path) => path.startsWith('recordings'))).toEqual([
      'recordings/refund/small-order.trace.json',
    ]);
    expect(project.read('recordings/refund/small-order.trace.json')).toBe(golden);
  });

  test('show lists the recordings and prints one', async () => {
    writeRecording(place('small-order.trace.json'), refund(40));
    writeRecording(place('large-order.trace.new.json'), refund(400));
    expect((await project.touchstone(['show'])).out).toMatchInlineSnapshot(`
      "refund/large-order   new, waits for review
      refund/small-order   golden
      "
    `);
    expect((await project.touchstone(['show', 'recordings/refund/small-order.trace.json'])).out)
      .toMatchInlineSnapshot(`
      "refund/small-order   specs/refund.spec.ts › small order
        run main   workflow refund   completed
          1. clerk → issueRefund {"amount":40,"orderId":"o-1"}
             succeeded   {"refundId":"re_1"}
      "
    `);
    const json = JSON.parse((await project.touchstone(['show', 'refund/small-order', '--json'])).out);
    expect(json[0].header.test).toBe('small order');
  });

  test('what waits is listed for people and programs, and reviewed without a terminal as a list', async () => {
    writeRecording(place('small-order.trace.json'), refund(40));
    writeRecording(place('small-order.trace.new.json'), refund(400));
    writeRecording(place('new-story.trace.new.json'), refund(1));
    expect(await project.touchstone(['pending'])).toMatchInlineSnapshot(`
      {
        "code": 1,
        "err": "",
        "out": "refund/small-order   1 difference, severity high: issueRefund is called with other arguments
      refund/new-story   new
      next  npx touchstone review
      ",
      }
    `);
    const { code, out } = await project.touchstone(['pending', '--json']);
    expect([
      code,
      (JSON.parse(out) as { id: string; state: string }[]).map(({ id, state }) => `${id} ${state}`),
    ]).toEqual([1, ['refund/small-order changed', 'refund/new-story new']]);
    expect(await project.touchstone(['review'])).toMatchInlineSnapshot(`
      {
        "code": 1,
        "err": "",
        "out": "refund/small-order   1 difference, severity high: issueRefund is called with other arguments
        clerk → issueRefund                args-changed
             input.amount     40  →  400
        accept  npx touchstone accept refund/small-order --reason "…"
        reject  npx touchstone reject refund/small-order

      refund/new-story   new, 1 call, no golden trace yet
        clerk → issueRefund { amount: 1, orderId: "o-1" }
        accept  npx touchstone accept refund/new-story
        reject  npx touchstone reject refund/new-story

      2 recordings to review; this is no terminal, so nothing was asked.
      ",
      }
    `);
  });

  test('two files and two folders are compared with each other', async () => {
    writeRecording(place('small-order.trace.json'), refund(40));
    writeRecording(join(project.root, 'other/refund/small-order.trace.json'), refund(41));
    const files = await project.touchstone([
      'diff',
      'recordings/refund/small-order.trace.json',
      'other/refund/small-order.trace.json',
    ]);
    const folders = await project.touchstone(['diff', 'recordings', 'other']);
    expect([files.code, folders.code, folders.out]).toMatchInlineSnapshot(`
      [
        1,
        1,
        "refund/small-order   1 difference, severity high: issueRefund is called with other arguments
        clerk → issueRefund                args-changed
             input.amount     40  →  41
      ",
      ]
    `);
  });

  test.each([
    ['nothing that waits is named', ['accept'], 'There is nothing to accept: no recording waits for review.'],
    [
      'a recording is unknown',
      ['show', 'refund/none'],
      'There is no recording refund/none in recordings; did you mean refund/small-order.',
    ],
    [
      'nothing of it waits',
      ['reject', 'refund/small-order'],
      'Nothing of refund/small-order waits for review.',
    ],
  ])('where %s, one sentence says so', async (_what, words, sentence) => {
    writeRecording(place('small-order.trace.json'), refund(40));
    expect(await project.touchstone(words)).toEqual({ code: 2, out: '', err: `${sentence}\n` });
  });

  test.each([
    ['a syntax error', (text: string) => text.replace('"header"', '"header')],
    ['a conflict marker', (text: string) => text.replace('  "runs"', '<<<<<<< HEAD\n  "runs"')],
    ['an unknown version', (text: string) => text.replace('"version": 1', '"version": 99')],
  ])('a recording with %s is named with its line, and nothing is accepted', async (_what, damage) => {
    writeRecording(place('small-order.trace.json'), refund(40));
    const text = project.read('recordings/refund/small-order.trace.json');
    project.write({ 'recordings/refund/small-order.trace.new.json': damage(text) });
    const before = project.files();
    const { code, out, err } = await project.touchstone(['accept', '--all']);
    expect({ code, out, files: project.files() }).toEqual({ code: 2, out: '', files: before });
    expect(err).toMatch(/^The recording \S+\/recordings\/refund\/small-order\.trace\.new\.json .*\.\n$/);
    expect(project.read('recordings/refund/small-order.trace.json')).toBe(text);
  });
});
