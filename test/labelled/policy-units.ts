import { policy } from '../../src/policy/policy.ts';
import type { Condition, Policy } from '../../src/policy/rule.ts';
import { buildTrace } from '../../src/trace/build-trace.ts';
import type { NewEvent, TraceEvent } from '../../src/trace/events.ts';
import type { Trace } from '../../src/trace/trace.ts';

/** One trace and one policy, of which it is known whether the trace breaks it. */
export interface PolicyUnit {
  id: string;
  rule: string;
  label: 'faulty' | 'sound';
  policy: Policy;
  trace: Trace;
  /** The call that breaks it. */
  culprit: string | undefined;
}

interface Step {
  toolName: string;
  input: unknown;
  fails?: boolean;
  agentName?: string;
}

const WRITE = 'move';
const other = (index: number): Step => ({
  toolName: ['read', 'list', 'find'][index % 3]!,
  input: { q: index },
});
const move = (amount: number, rest: Partial<Step> & { to?: string } = {}): Step => {
  const { to = 'home', ...step } = rest;
  return { toolName: WRITE, input: { amount, to }, ...step };
};

interface Kind {
  rule: string;
  when: Condition;
  broken(index: number): Step[];
  kept(index: number): Step[];
}

// The last move of a broken story is the culprit; kept stories are near misses.
const kinds: Kind[] = [
  {
    rule: 'an amount above a limit',
    when: { field: 'input.amount', op: 'gt', value: 100 },
    broken: (index) => [other(index), move(101 + index)],
    kept: (index) => [move(index % 2 === 0 ? 100 : 99), other(index)],
  },
  {
    rule: 'a recipient that is not in the list',
    when: { not: { field: 'input.to', op: 'in', value: ['home', 'office'] } },
    broken: (index) => [move(1, { to: `stranger-${index}` })],
    kept: (index) => [move(1, { to: index % 2 === 0 ? 'home' : 'office' })],
  },
  {
    rule: 'no look before the act',
    when: { withoutPrior: { toolName: 'look', status: 'succeeded' } },
    broken: (index) => [
      index % 2 === 0 ? other(index) : { toolName: 'look', input: {}, fails: true },
      move(1),
    ],
    kept: (index) => [other(index), { toolName: 'look', input: {} }, move(index)],
  },
  {
    rule: 'an act after a secret was read',
    when: { after: { toolName: 'readSecret', status: 'succeeded' } },
    broken: (index) => [{ toolName: 'readSecret', input: {} }, other(index), move(1)],
    kept: (index) => [move(index), { toolName: 'readSecret', input: {} }],
  },
  {
    rule: 'more calls than allowed',
    when: { moreThan: 2, calls: WRITE },
    broken: (index) => [move(1), other(index), move(2), move(3)],
    kept: (index) => [move(1), move(2), ...(index % 2 === 0 ? [other(index)] : [])],
  },
  {
    rule: 'a budget that is exceeded in small parts',
    when: { sumOf: 'input.amount', by: 'input.to', exceeds: 500 },
    broken: (index) => [move(300), move(99, { to: 'office' }), move(201 + index)],
    kept: (index) => [move(300), move(400, { to: 'office' }), move(index % 2 === 0 ? 200 : 150)],
  },
  {
    rule: 'a text that matches',
    when: { field: 'input.to', op: 'matches', value: '^evil\\.' },
    broken: (index) => [other(index), move(1, { to: `evil.${index}` })],
    kept: (index) => [move(1, { to: `devil.${index}` })],
  },
];

function tell(steps: readonly Step[]): { trace: Trace; last: string } {
  const counts = new Map<string, number>();
  let last = '';
  const events: NewEvent[] = [{ type: 'run.started', target: { kind: 'workflow', name: 'flow' }, input: {} }];
  for (const [stepIndex, { toolName, input, fails, agentName }] of steps.entries()) {
    const number = (counts.get(toolName) ?? 0) + 1;
    counts.set(toolName, number);
    const about = { callId: `flow/${toolName}#${number}`, toolName, scope: 'flow' };
    if (toolName === WRITE) last = about.callId;
    const error = { code: 'TOOL_EXECUTION_FAILED', status: 500, message: 'no' };
    events.push(
      { type: 'tool.requested', ...about, stepIndex, input, ...(agentName !== undefined && { agentName }) },
      { type: 'tool.allowed', ...about },
      { type: 'tool.attempt_started', ...about, attempt: 1 },
    );
    if (fails === true) {
      events.push(
        { type: 'tool.attempt_failed', ...about, attempt: 1, error },
        { type: 'tool.failed', ...about, error },
      );
    } else events.push({ type: 'tool.succeeded', ...about, output: { ok: true } });
  }
  events.push({ type: 'run.completed', output: null });
  const numbered = events.map((event, index) => ({ ...event, seq: index + 1 }) as TraceEvent);
  return { trace: buildTrace('main', numbered), last };
}

const PER_KIND = 30;

export const policyUnits: readonly PolicyUnit[] = kinds.flatMap(({ rule, when, broken, kept }) =>
  Array.from({ length: PER_KIND }, (_, index) => index).flatMap((index): PolicyUnit[] => {
    const rules = policy({
      name: 'guard',
      appliesTo: { toolNames: [WRITE] },
      rules: [{ type: 'block', when, reason: 'Not allowed.' }],
    });
    const bad = tell(broken(index));
    const good = tell(kept(index));
    return [
      { id: `${rule} ${index}`, rule, label: 'faulty', policy: rules, trace: bad.trace, culprit: bad.last },
      {
        id: `${rule} ${index} near miss`,
        rule,
        label: 'sound',
        policy: rules,
        trace: good.trace,
        culprit: undefined,
      },
    ];
  }),
);
