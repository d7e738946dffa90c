import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { detectors, runDetectors } from '../../src/detect/run-detectors.ts';
import { tool } from '../../src/tool/define-tool.ts';
import type { Tool, ToolAnnotations } from '../../src/tool/tool.ts';
import type { Finding } from '../../src/trace/finding.ts';
import type { Trace, TraceCall } from '../../src/trace/trace.ts';
import { traceOf } from './trace-of.ts';

function declare(name: string, annotations: ToolAnnotations = {}, requiresApproval = false): Tool {
  return tool({
    name,
    description: 'Does something that is told here in enough words.',
    inputSchema: z.looseObject({}),
    outputSchema: z.unknown(),
    annotations,
    requiresApproval,
    execute: () => ({}),
  });
}

const tools = [
  declare('pay'),
  declare('read', { readOnlyHint: true }),
  declare('put', { idempotentHint: true }),
  declare('careful', {}, true),
];

function judge(trace: Trace, given: readonly Tool[] = tools): Finding[] {
  return runDetectors({ trace, tools: given, policies: [] });
}

const shown = (findings: Finding[]): string[] =>
  findings.map(({ ruleId, callId, message }) => `${ruleId} ${callId ?? '-'}: ${message}`);

const timedOut: Partial<TraceCall> = {
  status: 'failed',
  attempts: [{ attempt: 1, outcome: 'timed_out' }],
  error: { code: 'TOOL_TIMED_OUT', status: 500, message: 'tool pay timed out after 5ms' },
};

interface Case {
  rule: string;
  faulty: Trace;
  sound: Trace[];
}

const approval = { approvalId: 'a-1', reasons: ['needed'] };

// One table for every detector: a trace that it must report, and near misses that it must leave alone.
const cases: Case[] = [
  {
    rule: 'run/repeated-write',
    faulty: traceOf({ toolName: 'pay', input: { a: 1, b: 2 } }, { toolName: 'pay', input: { b: 2, a: 1 } }),
    sound: [
      traceOf({ toolName: 'pay', input: { a: 1 } }, { toolName: 'pay', input: { a: 2 } }),
      traceOf({ toolName: 'read' }, { toolName: 'read' }),
      traceOf({ toolName: 'put' }, { toolName: 'put' }),
      traceOf({ toolName: 'pay' }, { toolName: 'pay', status: 'blocked' }),
      traceOf({ toolName: 'unknown' }, { toolName: 'unknown' }),
    ],
  },
  {
    rule: 'run/call-after-timeout',
    faulty: traceOf({ toolName: 'pay', ...timedOut }, { toolName: 'pay' }),
    sound: [
      traceOf({ toolName: 'pay', ...timedOut }, { toolName: 'pay', input: { other: 1 } }),
      traceOf({ toolName: 'put', ...timedOut }, { toolName: 'put' }),
      traceOf({ toolName: 'pay', ...timedOut }, { toolName: 'pay', status: 'blocked' }),
    ],
  },
  {
    rule: 'run/loop',
    faulty: traceOf({ toolName: 'read' }, { toolName: 'read' }, { toolName: 'read' }),
    sound: [
      traceOf({ toolName: 'read' }, { toolName: 'read' }),
      traceOf(
        { toolName: 'read', output: { state: 1 } },
        { toolName: 'read', output: { state: 2 } },
        { toolName: 'read', output: { state: 3 } },
      ),
    ],
  },
  {
    rule: 'run/repeated-refusal',
    faulty: traceOf({ toolName: 'pay', status: 'blocked' }, { toolName: 'pay', status: 'blocked' }),
    sound: [
      traceOf(
        { toolName: 'pay', status: 'blocked' },
        { toolName: 'pay', status: 'blocked', input: { a: 1 } },
      ),
    ],
  },
  {
    rule: 'policy/approval-bypassed',
    faulty: traceOf({ toolName: 'careful' }),
    sound: [
      traceOf({ toolName: 'careful', approval: { ...approval, decision: 'approved' } }),
      traceOf({ toolName: 'careful', status: 'rejected', approval: { ...approval, decision: 'rejected' } }),
      traceOf({ toolName: 'careful', status: 'awaiting_approval', approval }),
    ],
  },
];

describe('every detector', () => {
  test.each(cases)('$rule is reported where it is true and nowhere else', ({ rule, faulty, sound }) => {
    expect(judge(faulty).map(({ ruleId }) => ruleId)).toEqual([rule]);
    expect(sound.map((trace) => judge(trace).filter(({ ruleId }) => ruleId === rule))).toEqual(
      sound.map(() => []),
    );
  });

  test('tells the same of the same trace, does not change it, and has a name for each of its rules', () => {
    for (const { faulty } of cases) {
      const copy = structuredClone(faulty);
      expect(judge(faulty)).toEqual(judge(copy));
      expect(faulty).toEqual(copy);
    }
    const rules = detectors.flatMap(({ ruleIds }) => ruleIds);
    expect(new Set(rules).size).toBe(rules.length);
  });

  test('keeps its identity when ids of calls move, so that a known finding stays known', () => {
    const [first] = judge(traceOf({ toolName: 'pay' }, { toolName: 'pay' }));
    const [second] = judge(
      traceOf({ toolName: 'read' }, { toolName: 'pay' }, { toolName: 'pay', callId: 'x#9' }),
    );
    expect(second?.id).toBe(first?.id);
  });

  test('copes with hostile names and values', () => {
    const trace = traceOf(
      { toolName: '__proto__', input: JSON.parse('{"__proto__":{"a":1}}') },
      { toolName: 'constructor', input: undefined },
    );
    expect(judge(trace)).toEqual([]);
  });
});

describe('messages', () => {
  test('say what happened to which call', () => {
    const all = cases.flatMap(({ faulty }) => shown(judge(faulty)));
    expect(all).toMatchInlineSnapshot(`
      [
        "run/repeated-write support/pay#2: pay was called 2 times with the same input in one run, and every call went through.",
        "run/call-after-timeout support/pay#2: pay was called again with the same input after a timeout, although the first may have taken effect.",
        "run/loop support/read#3: read was called 3 times with the same input and gave the same result each time.",
        "run/repeated-refusal support/pay#2: pay was asked for 2 times with an input that had been refused (blocked).",
        "policy/approval-bypassed support/careful#1: careful was executed although the tool asks for a person's approval before every call.",
      ]
    `);
  });

  test('an attempt after a timeout inside one call is a call after a timeout too', () => {
    const attempts: TraceCall['attempts'] = [
      { attempt: 1, outcome: 'timed_out' },
      { attempt: 2, outcome: 'succeeded' },
    ];
    expect(shown(judge(traceOf({ toolName: 'pay', attempts })))).toMatchInlineSnapshot(`
      [
        "run/call-after-timeout support/pay#1: pay was attempted again after a timeout, although the first may have taken effect.",
      ]
    `);
  });

  test('an approval serves one call', () => {
    const approved = { ...approval, decision: 'approved' as const };
    const trace = traceOf(
      { toolName: 'careful', input: { amount: 1 }, approval: approved },
      { toolName: 'careful', input: { amount: 900 }, approval: approved },
    );
    expect(shown(judge(trace))).toMatchInlineSnapshot(`
      [
        "policy/approval-bypassed support/careful#2: careful was executed on the approval of another call, support/careful#1.",
      ]
    `);
  });
});

describe('tool/weak-description', () => {
  const weak = (name: string, description: string): string[] => {
    const declared = tool({
      name,
      description,
      inputSchema: z.object({}),
      outputSchema: z.unknown(),
      execute: () => ({}),
    });
    return judge(traceOf({ toolName: name }), [declared]).map(({ message }) => message);
  };

  test('is told of a description that is empty or only repeats the name', () => {
    expect([
      weak('sendEmail', ''),
      weak('sendEmail', 'Send email'),
      weak('send_email', 'A tool to send an email.'),
      weak('sendEmail', 'Sends one message to a customer and gives its id back.'),
      weak('lookUp', '调用此工具查询订单'),
    ]).toMatchInlineSnapshot(`
      [
        [
          "The description of sendEmail is empty, so a model cannot tell when to use it.",
        ],
        [
          "The description of sendEmail says no more than its name, so a model cannot tell when to use it.",
        ],
        [
          "The description of send_email says no more than its name, so a model cannot tell when to use it.",
        ],
        [],
        [],
      ]
    `);
  });
});
