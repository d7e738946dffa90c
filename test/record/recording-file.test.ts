import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { messageOf } from '../../src/core/errors.ts';
import {
  formatRecording,
  readRecording,
  readTrace,
  writeRecording,
} from '../../src/record/recording-file.ts';
import { buildTrace } from '../../src/trace/build-trace.ts';
import type { TraceEvent } from '../../src/trace/events.ts';
import type { Recording } from '../../src/trace/recording.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const call = { callId: 'support/issueRefund#1', toolName: 'issueRefund', scope: 'support' };
const events: TraceEvent[] = [
  { seq: 1, type: 'run.started', target: { kind: 'workflow', name: 'support' }, input: { ticket: 'mug' } },
  { seq: 2, type: 'tool.requested', ...call, stepIndex: 0, input: { amount: 5, at: new Date(0) } },
  { seq: 3, type: 'tool.allowed', ...call },
  { seq: 4, type: 'tool.attempt_started', ...call, attempt: 1 },
  { seq: 5, type: 'tool.succeeded', ...call, output: { id: 7n, gone: undefined } },
  { seq: 6, type: 'run.completed', output: -0 },
];
const recording: Recording = {
  header: {
    format: 'touchstone-recording',
    version: 1,
    spec: 'specs/support.spec.ts',
    test: 'small',
    complete: true,
    tools: [{ name: 'issueRefund', inputSchemaHash: 'a1', readOnly: false }],
  },
  runs: [buildTrace('main', events)],
};

describe('a recording', () => {
  test('comes back from its file as it was, values that JSON loses included', () => {
    const file = join(folder, 'deep', 'small.trace.json');
    writeRecording(file, recording);
    expect(readRecording(file)).toEqual(recording);
    expect(readTrace(file)).toEqual(recording.runs[0]);
    expect(Object.is(readTrace(file).output, -0)).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('is pretty, sorted and without numbers or times', () => {
    expect(formatRecording(recording).split('\n').slice(0, 32).join('\n')).toMatchInlineSnapshot(`
      "{
        "header": {
          "complete": true,
          "format": "touchstone-recording",
          "spec": "specs/support.spec.ts",
          "test": "small",
          "tools": [
            {
              "inputSchemaHash": "a1",
              "name": "issueRefund",
              "readOnly": false
            }
          ],
          "version": 1
        },
        "runs": [
          {
            "events": [
              {
                "input": {
                  "ticket": "mug"
                },
                "target": {
                  "kind": "workflow",
                  "name": "support"
                },
                "type": "run.started"
              },
              {
                "callId": "support/issueRefund#1",
                "input": {
                  "amount": 5,"
    `);
  });

  test('changes few lines when one argument changes', () => {
    const changed = structuredClone(events) as TraceEvent[];
    (changed[1] as { input: { amount: number } }).input.amount = 6;
    const before = formatRecording(recording).split('\n');
    const after = formatRecording({ ...recording, runs: [buildTrace('main', changed)] }).split('\n');
    expect(after.filter((line, index) => line !== before[index])).toEqual(
      ['            "amount": 6,'].map((line) => line.replace(/^ +/, (blank) => blank)),
    );
  });

  test('leaves the file alone when nothing changed', () => {
    const file = join(folder, 'small.trace.json');
    writeRecording(file, recording);
    const { ino, mtimeMs } = statSync(file);
    writeRecording(file, recording);
    expect(statSync(file)).toMatchObject({ ino, mtimeMs });
  });
});

describe('a file that cannot be used is told in one sentence with place and remedy', () => {
  const messageFor = (text: string): string => {
    const file = join(folder, 'bad.trace.json');
    writeFileSync(file, text);
    try {
      readRecording(file);
    } catch (error) {
      expect(error).toMatchObject({ code: 'RECORDING_INVALID' });
      return messageOf(error).replace(folder, '');
    }
    return 'no error';
  };
  const good = formatRecording(recording);

  test('missing, empty, foreign, of a newer version', () => {
    expect(() => readRecording(join(folder, 'none.trace.json'))).toThrow(
      /does not exist; make it with: npx touchstone record\.$/,
    );
    expect(messageFor('')).toMatchInlineSnapshot(
      `"The recording /bad.trace.json is empty; make it again with: npx touchstone record."`,
    );
    expect(messageFor('{"log":{"entries":[]}}')).toMatchInlineSnapshot(
      `"The recording /bad.trace.json is not a recording of Touchstone; give another file, or convert it with: npx touchstone import."`,
    );
    expect(messageFor(good.replace('"version": 1', '"version": 9'))).toMatchInlineSnapshot(
      `"The recording /bad.trace.json has version 9, but this release reads up to 1; update touchstone."`,
    );
  });

  test('syntax error, truncation, conflict marker', () => {
    expect(messageFor(good.replace('"complete": true,', '"complete": true,,'))).toMatchInlineSnapshot(
      `"The recording /bad.trace.json is not JSON at line 3, column 22; restore it from git or make it again with: npx touchstone record."`,
    );
    expect(messageFor(good.slice(0, 300))).toMatchInlineSnapshot(
      `"The recording /bad.trace.json is cut off at line 17; restore it from git or make it again with: npx touchstone record."`,
    );
    expect(messageFor(good.replace('  "runs"', '<<<<<<< HEAD\n  "runs"'))).toMatchInlineSnapshot(
      `"The recording /bad.trace.json has a merge conflict at line 16; choose one side with git, or make it again with: npx touchstone record."`,
    );
    expect(messageFor('['.repeat(100_000))).toMatchInlineSnapshot(
      `"The recording /bad.trace.json nests deeper than a recording can; make it again with: npx touchstone record."`,
    );
  });

  test('a field of the wrong kind', () => {
    expect(messageFor(good.replace('"attempt": 1', '"attempt": "one"'))).toMatchInlineSnapshot(
      `"The recording /bad.trace.json is damaged at line 50 (runs[0].events[3].attempt): Invalid input: expected number, received string; restore it from git or make it again with: npx touchstone record."`,
    );
    expect(messageFor(good.replace('tool.allowed', 'tool.unheard'))).toMatchInlineSnapshot(
      `"The recording /bad.trace.json is damaged at line 47 (runs[0].events[2].type): is no kind of event that this release knows; restore it from git or make it again with: npx touchstone record."`,
    );
    expect(messageFor(good.replace('"bigint"', '"bignum"'))).toMatchInlineSnapshot(
      `"The recording /bad.trace.json is damaged: A stored value of type "bignum" is damaged or unknown; restore it from git or make it again with: npx touchstone record."`,
    );
  });

  test('a folder that cannot be written', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => writeRecording(join(folder, 'file', 'x.trace.json'), recording)).toThrow(
      /cannot be written \(\w+\); check that its folder is writable\.$/,
    );
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('');
  });
});
