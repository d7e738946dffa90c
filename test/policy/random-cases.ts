import { seededIds } from '../../src/core/ids.ts';
import type { CallPattern, Condition, FieldCondition, PolicyOptions, Rule } from '../../src/policy/rule.ts';
import type { NewEvent, TraceEvent } from '../../src/trace/events.ts';

/** Chance from a seed. */
export interface Dice {
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
  often(percent: number): boolean;
}

export function createDice(seed: number): Dice {
  const { random } = seededIds(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  return { below, pick: (items) => items[below(items.length)]!, often: (percent) => below(100) < percent };
}

const tools = ['refund', 'read_secret', 'send_mail'];
const agents = ['a', 'b', undefined];
const orders = ['o1', 'o2', '[REDACTED:id#1]'];
const amounts = [0.1, 0.2, 10, 20.5, 60, -50, 'text', null, '[REDACTED:number#1]'];

export function randomPolicies(dice: Dice): PolicyOptions[] {
  return Array.from({ length: dice.often(25) ? 2 : 1 }, (_, index) => ({
    name: `p${index}`,
    ...(dice.often(60) && {
      appliesTo: {
        ...(dice.often(70) && { toolNames: dice.pick([['refund'], ['refund', 'send_mail'], ['re*']]) }),
        ...(dice.often(20) && { agentNames: dice.pick([['a'], ['a', 'b']]) }),
      },
    }),
    rules: Array.from({ length: 1 + dice.below(2) }, () => randomRule(dice)),
  }));
}

function randomRule(dice: Dice): Rule {
  const when = dice.often(95) ? { when: randomCondition(dice, 2) } : {};
  return dice.pick<Rule>([
    { type: 'block', reason: 'no', ...when },
    { type: 'requireApproval', ...when },
    { type: 'log', ...when },
  ]);
}

export function randomCondition(dice: Dice, depth: number): Condition {
  const forms = depth > 0 ? 8 : 5;
  const within = dice.often(40) ? { withinMs: dice.pick([50, 100, 500]) } : {};
  switch (dice.below(forms)) {
    case 0:
      return randomField(dice, ['input.amount', 'input.order', 'toolName', 'agentName', 'stepIndex']);
    case 1:
      return { after: randomPattern(dice) };
    case 2:
      return { withoutPrior: randomPattern(dice) };
    case 3:
      return { moreThan: dice.below(3), calls: randomPattern(dice), ...within };
    case 4:
      return {
        sumOf: 'input.amount',
        exceeds: dice.pick([0.3, 30, 60.5]),
        ...(dice.often(50) && { by: dice.pick(['input.order', 'agentName']) }),
        ...(dice.often(30) && { calls: randomPattern(dice) }),
        ...within,
      };
    case 5:
      return { all: [randomCondition(dice, depth - 1), randomCondition(dice, depth - 1)] };
    case 6:
      return { any: [randomCondition(dice, depth - 1), randomCondition(dice, depth - 1)] };
    default:
      return { not: randomCondition(dice, depth - 1) };
  }
}

function randomPattern(dice: Dice): CallPattern {
  if (dice.often(50)) return dice.pick([...tools, 're*']);
  return {
    ...(dice.often(60) && { toolName: dice.pick<string | string[]>(['refund', ['refund', 'send_mail']]) }),
    ...(dice.often(30) && { agentName: dice.pick(['a', 'b']) }),
    ...(dice.often(30) && {
      status: dice.pick<'failed' | 'running' | 'succeeded'>(['failed', 'running', 'succeeded']),
    }),
    ...(dice.often(40) && { where: randomField(dice, ['input.amount', 'input.order', 'output.ok']) }),
  };
}

function randomField(dice: Dice, fields: string[]): FieldCondition {
  const field = dice.pick(fields);
  return dice.pick<FieldCondition>([
    { field, op: 'eq', value: dice.pick<unknown>([10, 'o1', 'a', true]) },
    { field, op: 'ne', value: dice.pick<unknown>([10, 'o1', 'a']) },
    { field, op: 'gt', value: dice.pick([0.1, 15]) },
    { field, op: 'lte', value: 20.5 },
    { field, op: 'in', value: ['o1', 10, 'a'] },
    { field, op: 'exists', ...(dice.often(30) && { value: false }) },
    { field, op: 'matches', value: '^o' },
  ]);
}

/** A random legal trace: sequential calls, batches, and calls that end long after others were judged. */
export function randomEvents(dice: Dice): TraceEvent[] {
  const events: TraceEvent[] = [];
  const emit = (event: NewEvent): void =>
    void events.push({ seq: events.length + 1, ...event } as TraceEvent);
  const timed = dice.often(70);
  let nowMs = 0;
  let number = 0;
  const open: (() => void)[] = [];
  const total = 1 + dice.below(6);
  while (number < total) {
    if (open.length > 0 && dice.often(50)) {
      open.splice(dice.below(open.length), 1)[0]!();
      continue;
    }
    const size = dice.often(20) ? 2 + dice.below(2) : 1;
    const batch = size > 1 ? `batch${number}` : undefined;
    const later: (() => void)[] = [];
    for (let index = 0; index < size; index += 1) {
      // The clock of the run may be set back.
      nowMs += dice.often(10) ? -200 : dice.below(120);
      const end = startCall(dice, emit, ++number, timed ? { atMs: nowMs } : {}, batch, index);
      if (end !== undefined) later.push(end);
    }
    open.push(...later);
  }
  for (const end of open) end();
  return events;
}

function startCall(
  dice: Dice,
  emit: (event: NewEvent) => void,
  number: number,
  time: { atMs?: number },
  batch: string | undefined,
  index: number,
): (() => void) | undefined {
  const toolName = dice.pick(tools);
  const agentName = dice.pick(agents);
  const about = { callId: `run/${toolName}#${number}`, scope: 'run', toolName };
  const error = { code: 'TOOL_EXECUTION_FAILED', status: 500, message: 'no' };
  emit({
    type: 'tool.requested',
    ...about,
    stepIndex: number % 3,
    input: { amount: dice.pick<unknown>(amounts), order: dice.pick(orders) },
    ...(agentName !== undefined && { agentName }),
    ...(batch !== undefined && { batch: { id: batch, index } }),
  });
  if (dice.often(10)) {
    emit({
      type: 'tool.blocked',
      ...about,
      ...time,
      reason: dice.pick(['policy', 'agent_not_allowed']),
      error,
    });
    return undefined;
  }
  emit({ type: 'tool.allowed', ...about, ...time });
  return () => {
    if (dice.often(10)) return emit({ type: 'tool.rejected', ...about, error });
    emit({ type: 'tool.attempt_started', ...about, attempt: 1 });
    if (dice.often(70)) return emit({ type: 'tool.succeeded', ...about, output: { ok: dice.often(50) } });
    emit({ type: 'tool.attempt_failed', ...about, attempt: 1, error });
    return emit({ type: 'tool.failed', ...about, error });
  };
}
