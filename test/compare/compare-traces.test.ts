import { describe, expect, test } from 'vitest';
import { compareTraces } from '../../src/compare/compare-traces.ts';
import type { TraceCall } from '../../src/trace/trace.ts';
import { exampleCall as call, exampleTrace as trace } from './example-traces.ts';

const lookup = call('lookupOrder', { orderId: 'o-1' });
const refund = call('issueRefund', { orderId: 'o-1', amount: 40 });
const mail = call('sendMail', { to: 'a@b.c', body: 'done' });
const golden = trace([lookup, refund, mail]);
const readOnlyTools = ['lookupOrder'];

const kinds = (left: TraceCall[], right: TraceCall[], options = {}) =>
  compareTraces(trace(left), trace(right), options).differences.map(
    ({ kind, toolName }) => `${kind} ${toolName}`,
  );

describe('the ten kinds', () => {
  test('equal traces are equal', () => {
    expect(compareTraces(golden, structuredClone(golden))).toEqual({ equal: true, differences: [] });
  });

  test('a changed argument names tool, path, both values and how much it matters', () => {
    const actual = trace([lookup, { ...refund, input: { orderId: 'o-1', amount: 400 } }, mail]);
    expect(compareTraces(golden, actual, { readOnlyTools }).differences).toEqual([
      {
        kind: 'args-changed',
        toolName: 'issueRefund',
        callId: 'support/issueRefund#1',
        path: 'input.amount',
        expected: 40,
        actual: 400,
        severity: 'high',
        position: 2,
        message: 'issueRefund: input.amount changed.',
      },
    ]);
  });

  test('an added call and a removed call', () => {
    expect(kinds([lookup, mail], [lookup, refund, mail])).toEqual(['added issueRefund']);
    expect(kinds([lookup, refund, mail], [lookup, mail])).toEqual(['removed issueRefund']);
  });

  test('a call at another place is moved, also into another scope', () => {
    expect(kinds([refund, lookup, mail], [lookup, mail, refund])).toEqual(['moved issueRefund']);
    expect(kinds([lookup, refund], [lookup, { ...refund, scope: 'other' }])).toEqual(['moved issueRefund']);
  });

  test('result, status, attempts, policies and approval', () => {
    expect(kinds([refund], [{ ...refund, output: { ok: false } }])).toEqual(['result-changed issueRefund']);
    const failed = {
      ...refund,
      status: 'failed' as const,
      error: { code: 'ERROR', status: 500, message: 'no' },
    };
    expect(kinds([refund], [failed])).toEqual(['status-changed issueRefund']);
    const retried = {
      ...refund,
      attempts: [
        { attempt: 1, outcome: 'failed' as const },
        { attempt: 2, outcome: 'succeeded' as const },
      ],
    };
    expect(kinds([refund], [retried])).toEqual(['attempts-changed issueRefund']);
    const decision = { policyName: 'limit', ruleIndex: 0, ruleType: 'requireApproval' as const };
    expect(kinds([refund], [{ ...refund, policyDecisions: [decision] }])).toEqual([
      'policy-changed issueRefund',
    ]);
    const approval = { approvalId: 'a', reasons: ['big'], decision: 'approved' as const };
    expect(kinds([refund], [{ ...refund, approval }])).toEqual(['approval-changed issueRefund']);
  });

  test('a rule that no longer stops a call is a high difference, one that is new is not', () => {
    const decision = { policyName: 'limit', ruleIndex: 0, ruleType: 'block' as const };
    const guarded = { ...lookup, policyDecisions: [decision] };
    const severity = (left: TraceCall, right: TraceCall) =>
      compareTraces(trace([left]), trace([right]), { readOnlyTools }).differences[0]?.severity;
    expect([severity(guarded, lookup), severity(lookup, guarded)]).toEqual(['high', 'medium']);
  });

  test('input and outcome of the run, where both traces have them', () => {
    const target = { kind: 'workflow' as const, name: 'support' };
    const one = trace([], { target, input: { id: 1 }, output: { text: 'a' } });
    const other = trace([], { target, input: { id: 2 }, status: 'failed' });
    expect(compareTraces(one, other).differences.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'run-input-changed input.id',
      'run-outcome-changed status',
    ]);
    expect(compareTraces(trace([]), other).equal).toBe(true);
  });

  test('the first divergence stands first', () => {
    const actual = trace([{ ...lookup, input: { orderId: 'o-2' } }, call('log', {}), mail, refund, mail]);
    const { differences } = compareTraces(trace([lookup, refund, mail]), actual);
    expect(differences.map(({ kind, toolName }) => `${kind} ${toolName}`)).toEqual([
      'args-changed lookupOrder',
      'added log',
      'added sendMail',
    ]);
  });

  test('traces that have only tool, input and status compare', () => {
    const bare = { toolName: 'read', input: { path: 'a' }, status: 'succeeded', output: 'x' } as TraceCall;
    expect(kinds([bare], [{ ...bare, input: { path: 'b' } }])).toEqual(['args-changed read']);
  });

  test('a field that was renamed is one difference', () => {
    const before = call('getUser', { id: 1 }, { output: { address: { province: 'CA' } } });
    const now = call('getUser', { id: 1 }, { output: { address: { state: 'CA' } } });
    expect(compareTraces(trace([before]), trace([now])).differences).toEqual([
      expect.objectContaining({
        kind: 'result-changed',
        path: 'output.address.province',
        message: 'getUser: output.address.province is now named "state".',
      }),
    ]);
  });
});

describe('levels', () => {
  const other = call('audit', { id: 1 });
  const table = (actual: TraceCall[]) =>
    Object.fromEntries(
      (['exact', 'sequence', 'same-calls-any-order', 'at-least', 'only-from', 'effects'] as const).map(
        (level) => [level, compareTraces(golden, trace(actual), { level, readOnlyTools }).equal],
      ),
    );

  test('another result counts at exact only', () => {
    expect(table([{ ...lookup, output: 1 }, refund, mail])).toEqual({
      exact: false,
      sequence: true,
      'same-calls-any-order': true,
      'at-least': true,
      'only-from': true,
      effects: true,
    });
  });

  test('another order counts where order counts', () => {
    expect(table([mail, lookup, refund])).toEqual({
      exact: false,
      sequence: false,
      'same-calls-any-order': true,
      'at-least': true,
      'only-from': true,
      effects: false,
    });
  });

  test('a further call is allowed by at-least, a missing one by only-from', () => {
    expect(table([lookup, refund, other, mail])).toMatchObject({ 'at-least': true, 'only-from': false });
    expect(table([lookup, mail])).toMatchObject({ 'at-least': false, 'only-from': true });
  });

  test('effects leaves read-only tools out', () => {
    expect(table([refund, lookup, lookup, mail])).toMatchObject({ sequence: false, effects: true });
  });

  test('arguments compare by content, by text, or not at all', () => {
    const spaced = { ...refund, rawInput: '{"orderId": "o-1", "amount": 40}' };
    expect(kinds([refund], [spaced])).toEqual([]);
    expect(kinds([refund], [spaced], { args: 'raw' })).toEqual(['args-changed issueRefund']);
    const changed = { ...refund, input: {} };
    expect(kinds([refund], [changed], { args: 'ignore' })).toEqual([]);
    expect(kinds([refund], [changed], { args: { sendMail: 'ignore' } })).not.toEqual([]);
    expect(kinds([refund], [changed], { args: { issueRefund: 'ignore' } })).toEqual([]);
  });
});

describe('volatile values', () => {
  const [a, b, c, d] = [1, 2, 3, 4].map((n) => `0000000${n}-aaaa-4bbb-8ccc-dddddddddddd`) as [
    string,
    string,
    string,
    string,
  ];
  const created = (id: string) =>
    call('create', { name: 'x' }, { output: { id, at: '2026-01-02T03:04:05.678Z' } });
  const cancel = (id: string) => call('cancel', { id });

  test('runs that differ only in ids that a tool produced match', () => {
    expect(kinds([created(a), created(b), cancel(a)], [created(c), created(d), cancel(c)])).toEqual([]);
  });

  test('two ids swapped do not match', () => {
    expect(kinds([created(a), created(b), cancel(a)], [created(c), created(d), cancel(d)])).toEqual([
      'args-changed cancel',
    ]);
    expect(kinds([created(a), created(b), cancel(a)], [created(a), created(b), cancel(b)])).toEqual([
      'args-changed cancel',
    ]);
  });

  test('an id or a time that no tool produced is an argument like any other', () => {
    expect(kinds([cancel(a)], [cancel(b)])).toEqual(['args-changed cancel']);
    expect(kinds([cancel(a)], [cancel(b)], { volatile: 'any' })).toEqual([]);
    const meet = (hour: string) => call('meet', { at: `2026-01-02T${hour}:00:00Z` });
    expect(kinds([meet('10')], [meet('11')])).toEqual(['args-changed meet']);
  });

  test('with renaming switched off every new id is a difference', () => {
    expect(kinds([created(a)], [created(c)], { volatile: 'none' })).toEqual(['result-changed create']);
  });

  test('placeholders of redaction compare by what they stand for, not by their number', () => {
    const mailTo = (n: number) => call('mail', { to: `[REDACTED:email#${n}]` });
    expect(kinds([mailTo(1), mailTo(2)], [mailTo(7), mailTo(3)])).toEqual([]);
    expect(kinds([mailTo(1), mailTo(1)], [mailTo(7), mailTo(3)])).toEqual(['args-changed mail']);
  });
});

describe('normalisers', () => {
  const out = (output: unknown) => call('get', {}, { output });
  const differ = (left: unknown, right: unknown, path: string, as: never) =>
    kinds([out(left)], [out(right)], { normalise: [{ path, as }] }).length;

  test('each rule lets through what it names and nothing else', () => {
    expect(differ({ n: 1, t: 1 }, { n: 1, t: 2 }, 'output.t', 'ignored' as never)).toBe(0);
    expect(differ({ n: 1, t: 1 }, { n: 2, t: 2 }, 'output.t', 'ignored' as never)).toBe(1);
    expect(differ([1, 2, 3], [3, 1, 2], 'output', 'unordered' as never)).toBe(0);
    expect(differ([1, 2, 3], [3, 1, 1], 'output', 'unordered' as never)).toBe(1);
    expect(
      differ(
        { list: [{ at: 1 }, { at: 2 }] },
        { list: [{ at: 8 }, { at: 9 }] },
        'output.list[*].at',
        'ignored' as never,
      ),
    ).toBe(0);
    expect(differ({ price: 0.3 }, { price: 0.1 + 0.2 }, 'output.price', { within: 1e-9 } as never)).toBe(0);
    expect(differ({ price: 0.3 }, { price: 0.4 }, 'output.price', { within: 1e-9 } as never)).toBe(1);
    expect(differ({ text: ' a\n b' }, { text: 'a b' }, '**.text', 'text' as never)).toBe(0);
    expect(
      differ({ text: 'A' }, { text: 'a' }, 'output.text', ((v: string) => v.toLowerCase()) as never),
    ).toBe(0);
  });

  test('ids of any shape compare up to consistent renaming', () => {
    const make = (id: string, input: string) => [out({ id }), call('use', { id: input })];
    const normalise = [
      { path: 'output.id', as: 'id' },
      { path: 'input.id', as: 'id' },
    ];
    expect(kinds(make('re_1', 're_1'), make('re_9', 're_9'), { normalise })).toEqual([]);
    expect(kinds(make('re_1', 're_1'), make('re_9', 're_8'), { normalise })).toEqual(['args-changed use']);
  });
});

describe('hostile values', () => {
  test('keys of prototypes, tags and unencodable values are compared, not believed', () => {
    const polluted = JSON.parse('{"__proto__": {"x": 1}}') as unknown;
    expect(kinds([call('t', polluted)], [call('t', {})])).toEqual(['args-changed t']);
    expect(kinds([call('t', { a: undefined })], [call('t', {})])).toEqual(['args-changed t']);
    expect(kinds([call('t', { a: -0 })], [call('t', { a: 0 })])).toEqual(['args-changed t']);
    expect(kinds([call('t', new Map([[1, 2]]))], [call('t', new Map([[1, 3]]))])).toEqual(['args-changed t']);
    const tagged = { $type: 'normalised', kind: 'id', value: '1' };
    expect(kinds([call('t', tagged)], [call('t', { ...tagged, value: '2' })])).toEqual(['args-changed t']);
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    expect(kinds([call('t', cycle)], [call('t', cycle)])).toEqual([]);
  });
});
